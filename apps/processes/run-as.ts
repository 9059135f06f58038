/**
 * The user of one of Innkeeper's processes.
 *
 * The API is reachable from the whole internet. If started by root, it therefore becomes a user that owns nothing. It first reads its key,
 * binds its port and opens the path to the worker.
 */
import { FatalStart } from './messages.ts';

/** User of the API. The first `up` as root creates it. */
export const API_USER = 'innkeeper-api';

const ROOT = 0;

/** Throws `FatalStart` if the process is root and has no user to become. Called before anything is read or bound. */
export function refuseToStayRoot(user: string | null): void {
  if (process.getuid?.() === ROOT && user === null)
    throw new FatalStart(
      'The API must not run as root. Set INNKEEPER_API_USER to its user, or start the process as another user.',
    );
}

/** Gives up root permanently and becomes `user`, with only the group of that name. Does nothing if the process is not root. */
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
 * Returns the prefix of the command line of a process. Core files are off, because they would contain secrets and guests' memory. The API
 * keeps only the capabilities that it needs to start as root. Programs that it starts gain none.
 */
export function confinementPrefix(name: 'api' | 'worker'): string[] {
  if (process.getuid?.() !== ROOT) return [];
  const noCore = ['prlimit', '--core=0:0'];
  if (name === 'worker') return noCore;
  const needed = ['setuid', 'setgid', 'net_bind_service', 'dac_read_search', 'dac_override'].map((one) => `+${one}`);
  return [...noCore, 'setpriv', '--no-new-privs', '--inh-caps=-all', `--bounding-set=-all,${needed.join(',')}`, '--'];
}
