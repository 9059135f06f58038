/** A short, private directory for the server's socket. The path of a unix socket has at most 107 bytes, and a home may be deeper. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { EmbeddedError } from './error.ts';
import type { ServerUser } from './user.ts';

const MAX_BYTES = 107;
const SOCKET = '.s.PGSQL.5432.lock';

/**
 * Creates the socket directory. The same data always gets the same directory, so that crashes leave no old directories behind. Only the
 * server's user and root can enter it, and members of the group `socketGroupId` can reach the socket.
 */
export function prepareSocketDir(dataDir: string, user: ServerUser, socketGroupId: number | null): string {
  const dir = socketDirOf(dataDir);
  const allowed = [process.getuid?.() ?? 0, ...(user.ids ? [user.ids.uid] : [])];
  try {
    fs.mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    // In a directory that is writable for all, another user could have created ours first.
    const existing = fs.lstatSync(dir, { throwIfNoEntry: false });
    if (!existing) throw error;
    if (!existing.isDirectory() || !allowed.includes(existing.uid)) {
      throw new EmbeddedError(`${dir} is in the way: the database's socket belongs there, but another user made it. Remove it.`);
    }
    fs.chmodSync(dir, 0o700);
  }
  if (user.ids) fs.chownSync(dir, user.ids.uid, socketGroupId ?? user.ids.gid);
  if (user.ids && socketGroupId !== null) fs.chmodSync(dir, 0o710);
  return dir;
}

/** Returns the directory of the socket of a data directory. A server whose parent was killed leaves it, without the socket. */
export function socketDirOf(dataDir: string): string {
  const name = `innkeeper-${createHash('sha256').update(path.resolve(dataDir)).digest('hex').slice(0, 12)}`;
  return path.join(shortBase(name), name);
}

function shortBase(name: string): string {
  const own = process.getuid?.() === 0 ? '/run' : process.env.XDG_RUNTIME_DIR;
  const bases = [own, os.tmpdir(), '/tmp'].filter((base) => base !== undefined);
  const base = bases.find((dir) => writable(dir) && Buffer.byteLength(path.join(dir, name, SOCKET)) <= MAX_BYTES);
  if (!base)
    throw new EmbeddedError(`There is no place for the database's socket: none of ${bases.join(', ')} can be written to.`);
  return base;
}

function writable(dir: string): boolean {
  try {
    fs.accessSync(dir, fs.constants.W_OK | fs.constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
