/** Builds the SSH command with which a remote operator reaches a port that listens on this machine alone. */
import { readFileSync } from 'node:fs';
import os from 'node:os';
import { isLoopback, type ListenSettings } from '../transport/transport.ts';

interface Caller {
  env: Readonly<Record<string, string | undefined>>;
  /** Environments of the parent processes, nearest first. `sudo` drops the variable of SSH. */
  parentEnvironments: Iterable<Readonly<Record<string, string | undefined>>>;
  hostname: string;
}

/**
 * Returns the command for the caller's own computer. Returns `null` for a caller at this machine, or if the API is reachable from
 * elsewhere.
 */
export function tunnelCommand({ address, port }: ListenSettings, { env, parentEnvironments, hostname }: Caller): string | null {
  if (!isLoopback(address)) return null;
  const connection = [env, ...parentEnvironments].map((each) => each.SSH_CONNECTION).find(Boolean);
  if (connection === undefined) return null;
  // The third word is the address at which the connection arrived.
  const serverAddress = connection.split(' ')[2] ?? '';
  const user = env.SUDO_USER ?? env.USER ?? 'root';
  // `localhost` may resolve to ::1, where nothing listens.
  const target = address.includes(':') ? `[${address}]` : address;
  return `ssh -L ${port}:${target}:${port} ${user}@${serverAddress || hostname}    (or the host name that you used)`;
}

/** Returns the caller, as the system describes it. */
export function describeCaller(): Caller {
  return { env: process.env, parentEnvironments: readParentEnvironments(process.ppid), hostname: os.hostname() };
}

/** Maximum number of parents, such as a shell in `sudo` in a shell in `sshd`. */
const MAX_PARENTS = 10;

function readParentEnvironments(parent: number): Record<string, string>[] {
  const found: Record<string, string>[] = [];
  for (let pid = parent; pid > 1 && found.length < MAX_PARENTS; ) {
    try {
      const pairs = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
      found.push(Object.fromEntries(pairs.map((pair) => [pair.split('=', 1)[0] ?? '', pair.slice(pair.indexOf('=') + 1)])));
      pid = Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
    } catch {
      // The process belongs to another user, or has ended.
      return found;
    }
  }
  return found;
}
