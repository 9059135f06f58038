/**
 * Runs attackers and honest customers as separate processes. Each process runs this program, and receives its role and its input over IPC.
 */
import { fork } from 'node:child_process';
import os from 'node:os';

export type Role = (order: never) => Promise<unknown>;

export interface RoleResult<T> {
  result: T;
  /** User and system CPU time of the process in milliseconds, during its role. */
  cpuMs: number;
  tookMs: number;
}

interface Message<T> {
  done?: RoleResult<T>;
  error?: string;
}

/** The lowest priority. Real attackers run on other machines, so these processes must not take CPU time from the API. */
const LAST = 19;
const ALLOWANCE_MS = 30_000;

/** Runs a role in a separate process. `forMs` is its expected duration. The process is killed if it takes much longer. */
export function runRole<T>(role: string, order: unknown, forMs: number): Promise<RoleResult<T>> {
  const child = fork(process.argv[1] as string, ['role', role], {
    serialization: 'advanced',
    execArgv: ['--enable-source-maps'],
  });
  const limit = setTimeout(() => child.kill('SIGKILL'), forMs + ALLOWANCE_MS);
  const answer = new Promise<RoleResult<T>>((resolve, reject) => {
    child.once('message', ({ done, error }: Message<T>) =>
      done ? resolve(done) : reject(new Error(`${role}: ${error ?? 'answered nothing'}`)),
    );
    child.once('exit', (code, signal) => reject(new Error(`${role} ended with ${signal ?? code}`)));
  });
  child.send({ order });
  return answer.finally(() => {
    clearTimeout(limit);
    child.kill('SIGKILL');
  });
}

/** Runs the role that the parent process ordered, and reports its result. */
export function serveRole(role: Role, options: { last: boolean }): void {
  if (options.last) os.setPriority(LAST);
  process.once('message', ({ order }: { order: never }) => {
    const [began, before] = [performance.now(), process.cpuUsage()];
    role(order).then(
      (result) => {
        const { user, system } = process.cpuUsage(before);
        process.send?.({ done: { result, cpuMs: (user + system) / 1000, tookMs: performance.now() - began } });
      },
      (error: unknown) => process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
  process.once('disconnect', () => process.exit(0));
}
