/** Builds the SSH command by which a remote operator reaches a port that listens on this machine alone. */
import { readFileSync } from 'node:fs';
import os from 'node:os';
import { isLoopback, type Listening } from '../transport/transport.ts';

interface Caller {
  env: Readonly<Record<string, string | undefined>>;
  /** Environments of the processes above, the nearest first: `sudo` drops the variable of SSH. */
  above: Iterable<Readonly<Record<string, string | undefined>>>;
  hostname: string;
}

/** Returns the command for the caller's own computer, or `null` for who sits here, and where others can reach the API anyway. */
export function tunnelCommand({ address, port }: Listening, { env, above, hostname }: Caller): string | null {
  if (!isLoopback(address)) return null;
  const connection = [env, ...above].map((each) => each.SSH_CONNECTION).find(Boolean);
  if (connection === undefined) return null;
  // Its third word is the address at which the connection arrived, so that nobody has to be asked.
  const here = connection.split(' ')[2] ?? '';
  const user = env.SUDO_USER ?? env.USER ?? 'root';
  // `localhost` may be ::1 there, where nothing listens.
  const target = address.includes(':') ? `[${address}]` : address;
  return `ssh -L ${port}:${target}:${port} ${user}@${here || hostname}    (or the host name that you used)`;
}

/** Returns who called, as the system knows it. */
export function callerOfThis(): Caller {
  return { env: process.env, above: environmentsAbove(process.ppid), hostname: os.hostname() };
}

/** At most so many: a shell in `sudo` in a shell in `sshd`. */
const MAX_PARENTS = 10;

function environmentsAbove(parent: number): Record<string, string>[] {
  const found: Record<string, string>[] = [];
  for (let pid = parent; pid > 1 && found.length < MAX_PARENTS; ) {
    try {
      const pairs = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
      found.push(Object.fromEntries(pairs.map((pair) => [pair.split('=', 1)[0] ?? '', pair.slice(pair.indexOf('=') + 1)])));
      pid = Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
    } catch {
      // Of another user, or it has ended.
      return found;
    }
  }
  return found;
}
