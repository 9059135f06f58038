/**
 * The user that a process of ours runs as. The API talks with the whole internet, so under root it becomes a user that owns
 * nothing, once it has read its key, bound its port and opened the way to the worker.
 */
import { FatalStart } from './messages.ts';

/** Made by the first `up` as root. */
export const API_USER = 'innkeeper-api';

const ROOT = 0;

/** Refuses to go on as root without a user to become; called before anything is read or bound. */
export function refuseToStayRoot(user: string | null): void {
  if (process.getuid?.() === ROOT && user === null)
    throw new FatalStart(
      'The API must not run as root. Set INNKEEPER_API_USER to its user, or start the process as another user.',
    );
}

/**
 * Gives up root for good and becomes `user`, with the group of that name and no other. Does nothing when the process is not root.
 */
export function becomeUser(user: string | null): void {
  refuseToStayRoot(user);
  if (process.getuid?.() !== ROOT || user === null) return;
  try {
    process.setgroups?.([]);
    process.setgid?.(user);
    process.setuid?.(user);
  } catch (cause) {
    throw new FatalStart(`The API cannot switch to the user ${user}.`, { cause });
  }
  if (process.getuid?.() === ROOT || process.getgid?.() === ROOT || canReturn())
    throw new FatalStart(`The API still has the rights of root after switching to the user ${user}.`);
  process.umask(0o077);
}

function canReturn(): boolean {
  try {
    process.setuid?.(ROOT);
    return true;
  } catch {
    return false;
  }
}

/**
 * The prefix of the command line of a process: no core file, which would hold secrets and guests' memory. The API keeps only what
 * it takes to begin as root, and no program that it starts gains anything.
 */
export function confined(name: 'api' | 'worker'): string[] {
  if (process.getuid?.() !== ROOT) return [];
  const noCore = ['prlimit', '--core=0:0'];
  if (name === 'worker') return noCore;
  const needed = ['setuid', 'setgid', 'net_bind_service', 'dac_read_search', 'dac_override'].map((one) => `+${one}`);
  return [...noCore, 'setpriv', '--no-new-privs', '--inh-caps=-all', `--bounding-set=-all,${needed.join(',')}`, '--'];
}
