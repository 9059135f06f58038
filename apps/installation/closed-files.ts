/**
 * Files of a home that only its owner may read: configuration, keys, certificates, logs and mail.
 *
 * The home itself is closed, but a copy or a backup of it may not be. Sockets, disks and images keep their modes, since guests and the API
 * run as other users.
 */
import { chmod, lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { isNodeError } from '@innkeeper/engine/atomic';
import { CommandError } from '../terminal/command-error.ts';
import type { Home } from './home.ts';

/** Permission bits of all users except the owner. */
const OTHERS = 0o077;

/** PostgreSQL reads these files as a user of its own, through their group. */
const FOR_POSTGRES = new Set(['db.hba', 'db.ident']);

export interface OpenFile {
  path: string;
  /** Permission bits, such as 0o644. */
  mode: number;
  isDirectory: boolean;
}

/** Lists the files and directories that others may read, write or enter. */
export async function findOpenFiles(home: Home): Promise<OpenFile[]> {
  const own = (await namesIn(home.path)).filter((name) => !FOR_POSTGRES.has(name)).map((name) => path.join(home.path, name));
  const top = await Promise.all(own.map(readFileMode));
  const inner = await Promise.all([home.logs, home.tls, home.mail, home.secrets].map(treeOf));
  return [...top.filter((one) => one !== null && !one.isDirectory), ...inner.flat()].filter(
    (one): one is OpenFile => one !== null && (one.mode & OTHERS) !== 0,
  );
}

/** Closes such files to other users and returns them. Throws a `CommandError` for a file that belongs to another user. */
export async function closeOpenFiles(home: Home): Promise<OpenFile[]> {
  const open = await findOpenFiles(home);
  for (const one of open) {
    try {
      await chmod(one.path, one.mode & ~OTHERS);
    } catch (error) {
      if (isNodeError(error, 'ENOENT')) continue;
      if (!isNodeError(error, 'EPERM')) throw error;
      throw new CommandError(`${one.path} belongs to another user and can be read by others. Run as root: chmod go= ${one.path}`);
    }
  }
  return open;
}

/** Returns a line for each file: `Removed access of other users to /srv/home/innkeeper.toml (its mode was 644)`. */
export function describeClosed(closed: readonly OpenFile[]): string[] {
  return closed.map(({ path: file, mode }) => `Removed access of other users to ${file} (its mode was ${mode.toString(8)})`);
}

/** Lists a directory with all files and directories in it. */
async function treeOf(directory: string): Promise<(OpenFile | null)[]> {
  const own = await readFileMode(directory);
  if (!own?.isDirectory) return [own];
  const below = (await namesIn(directory)).map((name) => treeOf(path.join(directory, name)));
  return [own, ...(await Promise.all(below)).flat()];
}

/**
 * Returns the type and mode of a file. Returns `null` for links, sockets, and files that are missing or unreadable. The target of a link is
 * the operator's.
 */
async function readFileMode(file: string): Promise<OpenFile | null> {
  try {
    const found = await lstat(file);
    if (!found.isFile() && !found.isDirectory()) return null;
    return { path: file, mode: found.mode & 0o777, isDirectory: found.isDirectory() };
  } catch (error) {
    if (isNodeError(error, 'ENOENT', 'EACCES')) return null;
    throw error;
  }
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (isNodeError(error, 'ENOENT', 'EACCES')) return [];
    throw error;
  }
}
