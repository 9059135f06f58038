import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../installation/home.ts';
import { type Counts, NOTHING, readReport } from './report.ts';

export interface VitestOptions {
  /** Name of the report in build/. Default: `test-report`. */
  report?: string;
  /** Environment variables besides those of this process. */
  env?: NodeJS.ProcessEnv;
  /** Program that runs vitest. Default: the Node of this process. */
  node?: string;
}

/** Runs vitest and returns what it counted. A failure that belongs to no test counts as one. */
export async function runVitest(args: readonly string[], options: VitestOptions = {}): Promise<Counts> {
  const { report = 'test-report', node = process.execPath, env = {} } = options;
  const file = path.join(projectRoot, 'build', `${report}.json`);
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await run(node, ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args], env);
  const counts = readReport(file, projectRoot);
  // An unhandled error, a file that can't be loaded, a run that found nothing.
  if (code !== 0 && counts.failed === 0) return { ...counts, failed: 1 };
  return counts;
}

/** Runs the checks of these names, or all. They count as one test. */
export async function runChecks(names: readonly string[] = []): Promise<Counts> {
  const code = await run(process.execPath, ['dev/checks/all.ts', ...names]);
  return code === 0 ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1 };
}

/** Runs a program in the root of the repository and returns its exit code. It ends when this process is asked to end. */
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
