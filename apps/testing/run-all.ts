/** The checks, then vitest with its projects, then what was unstable, and one line that counts all. In CI torture runs whole. */
import { spawn, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../installation/home.ts';
import { type Counts, NOTHING, readReport, summaryOf } from './report.ts';

/** Without `debian`, which builds a large image first. */
const PROJECTS = ['fast', 'system', 'torture', 'process', 'qemu', 'einvoice'] as const;

/** Where what was landed last is found. */
const LANDED = 'origin/main';

/** Returns the exit code. With arguments only vitest runs, and gets them. */
export async function runAll(vitestArguments: readonly string[]): Promise<number> {
  const checks = vitestArguments.length > 0 ? NOTHING : await runChecks();
  console.log('\n== tests');
  const runs = vitestArguments.length > 0 ? [vitestArguments] : runsOf(process.env.CI !== undefined || !isLandedKnown());
  const counts = [checks];
  for (const run of runs) counts.push(await runVitest(run));
  console.log(`\n${summaryOf(counts).join('\n')}`);
  return counts.every(({ failed }) => failed === 0) ? 0 : 1;
}

/** The arguments of each run of vitest. Unless all is wanted, torture runs only what differs from what was landed last. */
export function runsOf(all: boolean): string[][] {
  const named = (names: readonly string[]): string[] => names.flatMap((name) => ['--project', name]);
  if (all) return [named(PROJECTS)];
  return [named(PROJECTS.filter((name) => name !== 'torture')), [...named(['torture']), '--changed', LANDED]];
}

/** Not so in a source archive, nor without the remote of that name. */
function isLandedKnown(): boolean {
  return spawnSync('git', ['rev-parse', '--verify', '--quiet', LANDED], { cwd: projectRoot }).status === 0;
}

/** All of them count as one. */
async function runChecks(): Promise<Counts> {
  console.log('\n== checks');
  const code = await node(['dev/checks/all.ts']);
  return code === 0 ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1 };
}

async function runVitest(args: readonly string[]): Promise<Counts> {
  const file = path.join(projectRoot, 'build/test-report.json');
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await node(['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args]);
  const counts = readReport(file, projectRoot);
  // A failure that belongs to no test: an unhandled error, a file that can't be loaded, a run that found nothing.
  if (code !== 0 && counts.failed === 0) return { ...counts, failed: 1 };
  return counts;
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
