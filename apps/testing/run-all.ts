/** The checks, then vitest with its projects, then one line that counts both. */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../installation/home.ts';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0 };

/** Without `debian`, which builds a large image first. */
const PROJECTS = ['fast', 'process', 'qemu'].flatMap((name) => ['--project', name]);

/** Answers the exit code. With arguments only vitest runs, and gets them. */
export async function runAll(vitestArguments: readonly string[]): Promise<number> {
  const checks = vitestArguments.length > 0 ? NOTHING : await runChecks();
  console.log('\n== tests');
  const tests = await runVitest(vitestArguments);
  const [passed, failed] = [checks.passed + tests.passed, checks.failed + tests.failed];
  console.log(`\n${passed} passed, ${failed} failed, ${tests.skipped} skipped`);
  return failed === 0 ? 0 : 1;
}

/** All of them count as one. */
async function runChecks(): Promise<Counts> {
  console.log('\n== checks');
  const code = await node(['dev/run.mjs', 'dev/checks/all.ts']);
  return code === 0 ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1 };
}

async function runVitest(args: readonly string[]): Promise<Counts> {
  const file = path.join(projectRoot, 'build/test-report.json');
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await node(['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...(args.length > 0 ? args : PROJECTS)]);
  const counts = readReport(file);
  // A failure that belongs to no test: an unhandled error, a file that can't be loaded, a run that found nothing.
  if (code !== 0 && counts.failed === 0) return { ...counts, failed: 1 };
  return counts;
}

function readReport(file: string): Counts {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number | undefined>;
    const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = report;
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

function node(args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: projectRoot, stdio: 'inherit' });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        child.kill(signal);
        process.exit(130);
      });
    }
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
