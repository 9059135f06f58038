/** Attackers and the honest customer are processes of their own: this program again, told by IPC what to play. */
import { fork } from 'node:child_process';
import os from 'node:os';

export type Role = (order: never) => Promise<unknown>;

export interface RoleResult<T> {
  result: T;
  /** Of one core, user and system, while it ran. */
  cpuMs: number;
  tookMs: number;
}

interface Message<T> {
  done?: RoleResult<T>;
  error?: string;
}

/** Attackers are elsewhere in earnest: here they take only what nobody else wants of the cores. */
const LAST = 19;
const ALLOWANCE_MS = 30_000;

/** `forMs`: how long it is to take; it is killed when it takes much longer. */
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

/** The child's side. */
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
