import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
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
  /** True to print the output when the run has ended, because another run prints at the same time. It is written to build/ until then. */
  printsAtEnd?: boolean;
}

/** Runs vitest and returns the counts. A run that fails without a failed test counts as one failed test. */
export async function runVitest(args: readonly string[], options: VitestOptions = {}): Promise<Counts> {
  const { report = 'test-report', node = process.execPath, env = {}, printsAtEnd = false } = options;
  const file = path.join(projectRoot, 'build', `${report}.json`);
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const program = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args];
  const code = await run(node, program, {
    env,
    ...(printsAtEnd && { outputFile: path.join(projectRoot, 'build', `${report}.log`) }),
  });
  const counts = readReport(file, projectRoot);
  // Possible causes: an unhandled error, a file that cannot be loaded, a run without tests.
  if (code !== 0 && counts.failed === 0) {
    const failures = [...counts.failures, `${report}: vitest ended with code ${code}, for a failure that belongs to no test.`];
    return { ...counts, failed: 1, failures };
  }
  return counts;
}

/** Runs the checks with these names. Runs all checks if `names` is empty. The whole run counts as one test. */
export async function runChecks(names: readonly string[] = []): Promise<Counts> {
  const code = await run(process.execPath, ['dev/checks/all.ts', ...names]);
  return code === 0 ? { ...NO_TESTS, passed: 1 } : { ...NO_TESTS, failed: 1, failures: ['The checks: see above which.'] };
}

export interface RunOptions {
  env?: NodeJS.ProcessEnv;
  /** File for the output, which is printed when the program has ended. Unlike a pipe, a file does not wait for programs left behind. */
  outputFile?: string;
}

/**
 * Runs a program in the root of the repository and returns its exit code. On SIGINT or SIGTERM, passes the signal on to the program and
 * exits with code 130.
 */
export function run(program: string, args: readonly string[], { env = {}, outputFile }: RunOptions = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const output = outputFile === undefined ? 'inherit' : openSync(outputFile, 'w');
    const child = spawn(program, args, { cwd: projectRoot, stdio: ['inherit', output, output], env: { ...process.env, ...env } });
    const end = (signal: NodeJS.Signals): void => {
      child.kill(signal);
      process.exit(130);
    };
    const signals = ['SIGINT', 'SIGTERM'] as const;
    for (const signal of signals) process.once(signal, end);
    const done = (): void => {
      if (typeof output === 'number') closeSync(output);
      if (outputFile !== undefined) process.stdout.write(readFileSync(outputFile));
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
