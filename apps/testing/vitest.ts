import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../installation/home.ts';
import { type Counts, NO_TESTS, readReport } from './report.ts';

export interface VitestOptions {
  /** Name of the report in build/, `test-report` by default. */
  report?: string;
  /** Additional environment variables. */
  env?: NodeJS.ProcessEnv;
  /** Program that runs vitest, by default the Node.js binary of this process. */
  node?: string;
}

/** Runs vitest and returns the counts. A run that fails without a failed test counts as one failed test. */
export async function runVitest(args: readonly string[], options: VitestOptions = {}): Promise<Counts> {
  const { report = 'test-report', node = process.execPath, env = {} } = options;
  const file = path.join(projectRoot, 'build', `${report}.json`);
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await run(node, ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args], env);
  const counts = readReport(file, projectRoot);
  // Possible causes: an unhandled error, a file that cannot be loaded, a run without tests.
  if (code !== 0 && counts.failed === 0) {
    const failures = [...counts.failures, `${report}: vitest ended with code ${code}, for a failure that belongs to no test.`];
    return { ...counts, failed: 1, failures };
  }
  return counts;
}

interface CheckReport {
  name: string;
  /** Number of problems, which the checks print. */
  problems: number;
}

/** Runs the checks with these names. Runs all checks if `names` is empty. Each check counts as one test. */
export async function runChecks(names: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Counts> {
  const file = path.join(projectRoot, 'build', 'checks-report.json');
  rmSync(file, { force: true });
  const code = await run(process.execPath, ['dev/checks/all.ts', `--report=${file}`, ...names], env);
  const checks = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as CheckReport[]) : [];
  const red = checks.filter(({ problems }) => problems > 0);
  const failures = red.map(({ name, problems }) => `check ${name}: ${problems} problem${problems === 1 ? '' : 's'}, see above`);
  if (code !== 0 && red.length === 0) failures.push(`checks: they ended with code ${code}.`);
  return { ...NO_TESTS, passed: checks.length - red.length, failed: failures.length, failures };
}

/**
 * Runs a program in the root of the repository and returns its exit code. On SIGINT or SIGTERM, passes the signal on to the program and
 * exits with code 130.
 */
export function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: projectRoot, stdio: 'inherit', env: { ...process.env, ...env } });
    const end = (signal: NodeJS.Signals): void => {
      child.kill(signal);
      process.exit(130);
    };
    const signals = ['SIGINT', 'SIGTERM'] as const;
    for (const signal of signals) process.once(signal, end);
    const done = (): void => {
      for (const signal of signals) process.off(signal, end);
    };
    child.once('error', (error) => {
      done();
      reject(error);
    });
    child.once('exit', (code) => {
      done();
      resolve(code ?? 1);
    });
  });
}
