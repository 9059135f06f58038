/** Finds files that root would run and a user other than root can write. */
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { run } from '@innkeeper/engine/host/run';

const STICKY = 0o1000;
const BY_GROUP = 0o020;
const BY_OTHERS = 0o002;

/** Returns the path of a program, or of a directory above it, that a user other than root can write, or `null`. */
export async function findWritableProgram(program: string): Promise<string | null> {
  const real = await realpath(program);
  return (await isWritableByOthers(real)) ? real : findWritableAbove(real);
}

/**
 * Returns a path in or above the checkout that a user other than root can write, or `null`. `except` is skipped, because nothing in it is
 * run: the home.
 */
export async function findWritablePath(checkout: string, except: string): Promise<string | null> {
  const real = await realpath(checkout);
  const above = await findWritableAbove(real);
  if (above !== null) return above;
  const isNotRoots = ['(', '!', '-uid', '0', '-o', '-perm', '/002', '-o', '(', '-perm', '/020', '!', '-gid', '0', ')', ')'];
  const prune = ['-path', except, '-prune', '-o'];
  const found = await run('find', [real, '-xdev', ...prune, '!', '-type', 'l', ...isNotRoots, '-print', '-quit'], {
    timeoutMs: 120_000,
  });
  return found.trim().split('\n')[0] || null;
}

async function findWritableAbove(real: string): Promise<string | null> {
  for (let directory = path.dirname(real); ; directory = path.dirname(directory)) {
    if (await isWritableByOthers(directory)) return directory;
    if (directory === path.dirname(directory)) return null;
  }
}

/**
 * Returns whether a user other than root can write the file. In a directory with the sticky bit, such as /tmp, only the owner of a file can
 * rename it.
 */
async function isWritableByOthers(file: string): Promise<boolean> {
  const found = await stat(file);
  const { uid, gid, mode } = found;
  if (uid !== 0) return true;
  if (found.isDirectory() && (mode & STICKY) !== 0) return false;
  return (mode & BY_OTHERS) !== 0 || ((mode & BY_GROUP) !== 0 && gid !== 0);
}
