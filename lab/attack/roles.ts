/** Attackers and the honest customer are processes of their own: this program again, told by IPC what to play. */
import { fork } from 'node:child_process';
import os from 'node:os';

export type Role = (order: never) => Promise<unknown>;

export interface Played<T> {
  said: T;
  /** Of one core, user and system, while it played. */
  cpuMs: number;
  tookMs: number;
}

interface Message<T> {
  played?: Played<T>;
  error?: string;
}

/** Attackers are elsewhere in earnest: here they take only what nobody else wants of the cores. */
const LAST = 19;
const ALLOWANCE_MS = 30_000;

/** `forMs`: how long it is to take; it is killed when it takes much longer. */
export function play<T>(role: string, order: unknown, forMs: number): Promise<Played<T>> {
  const child = fork(process.argv[1] as string, ['role', role], {
    serialization: 'advanced',
    execArgv: ['--enable-source-maps'],
  });
  const limit = setTimeout(() => child.kill('SIGKILL'), forMs + ALLOWANCE_MS);
  const answer = new Promise<Played<T>>((resolve, reject) => {
    child.once('message', ({ played, error }: Message<T>) =>
      played ? resolve(played) : reject(new Error(`${role}: ${error ?? 'said nothing'}`)),
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
export function playHere(role: Role, options: { last: boolean }): void {
  if (options.last) os.setPriority(LAST);
  process.once('message', ({ order }: { order: never }) => {
    const [began, before] = [performance.now(), process.cpuUsage()];
    role(order).then(
      (said) => {
        const { user, system } = process.cpuUsage(before);
        process.send?.({ played: { said, cpuMs: (user + system) / 1000, tookMs: performance.now() - began } });
      },
      (error: unknown) => process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
  process.once('disconnect', () => process.exit(0));
}
