/** Runs `./innkeeper` in tests, as a separate process on a home of the test. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { projectRoot } from '../installation/home.ts';

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

export type Innkeeper = (...args: string[]) => Promise<Outcome>;

const LAUNCHER = join(projectRoot, 'innkeeper');
const LIMIT_MS = 500_000;
/** Slightly longer than a supervisor waits for its processes. */
const END_MS = 30_000;

/**
 * Returns a function that runs the command on a home. Its promise resolves for every exit code. The code is -1 if the command was killed or
 * did not start.
 */
export function commandFor(home: string, environment: NodeJS.ProcessEnv = {}, launcher = LAUNCHER): Innkeeper {
  const env = { ...process.env, CI: 'true', INNKEEPER_HOME: home, ...environment };
  return (...args) =>
    new Promise((resolve) => {
      execFile(launcher, args, { env, timeout: LIMIT_MS }, (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr }),
      );
    });
}

/**
 * Starts the command and leaves it running, at most until the test ends. `said` returns its output so far. Must be called in a test, not in
 * a hook.
 */
export function startCommand(
  home: string,
  args: string[],
  environment: NodeJS.ProcessEnv = {},
  launcher = LAUNCHER,
): { pid: number; said(): string; ended: Promise<number | null> } {
  const child = spawn(launcher, args, {
    env: { ...process.env, INNKEEPER_HOME: home, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  if (child.pid === undefined) throw new Error(`${launcher} can't be started`);
  onTestFinished(() => end(child, ended));
  return { pid: child.pid, said: () => said, ended };
}

/** Ends a command that a failed test has left running. The processes of a supervisor end with it. */
async function end(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  // A stopped process gets SIGTERM only when it continues.
  child.kill('SIGCONT');
  const killer = setTimeout(() => child.kill('SIGKILL'), END_MS);
  await ended;
  clearTimeout(killer);
}

/** Starts the command with a pipe as standard input, to which the test writes. */
export function startPipe(home: string, args: string[]): ChildProcess {
  return spawn(LAUNCHER, args, {
    env: { ...process.env, CI: 'true', INNKEEPER_HOME: home },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
}

/** Polls every `interval` milliseconds until `holds` returns true. Throws after one minute. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, interval = 50): Promise<void> {
  for (const deadline = Date.now() + 60_000; !(await holds()); await sleep(interval))
    if (Date.now() > deadline) throw new Error(`waited in vain: ${what}`);
}
