/** Attackers and honest customers are processes of their own: this program again, which gets its role and its order by IPC. */
import { fork } from 'node:child_process';
import os from 'node:os';

export type Role = (order: never) => Promise<unknown>;

export interface RoleResult<T> {
  result: T;
  /** CPU time of the process during its role, user and system. */
  cpuMs: number;
  tookMs: number;
}

interface Message<T> {
  done?: RoleResult<T>;
  error?: string;
}

/** The lowest priority: real attackers run on other machines, so ours must not take CPU time from the API. */
const LAST = 19;
const ALLOWANCE_MS = 30_000;

/** Runs a role in a process of its own. `forMs`: how long it takes; the process is killed when it takes much longer. */
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
