/** The disk space that would be free without the guests. */
import type { BigIntStats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { isNodeError } from '@innkeeper/engine/atomic';

/**
 * Bytes that what is below `machines` really takes of the file system that it is on: sparse files with their blocks, a file with
 * many names once, and not at all while a name outside keeps it. A machine's base is a link to its image, and with the machine
 * gone the image is still there.
 * `isos`: customers' files, for which room is held as it is for machines.
 */
export async function bytesOfMachines(machines: string, isos?: string): Promise<number> {
  const { dev } = await lstat(machines, { bigint: true });
  const files = new Map<bigint, { bytes: bigint; namesLeft: bigint }>();
  const names: string[] = isos === undefined ? [machines] : [machines, isos];
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    const about = await unlessGone(lstat(name, { bigint: true }));
    // Another file system that is mounted here, such as /proc, uses no space of this disk.
    if (about === null || about.dev !== dev) continue;
    if (about.isDirectory()) {
      const inside = (await unlessGone(readdir(name))) ?? [];
      for (const one of inside) names.push(path.join(name, one));
    } else if (about.isFile()) count(files, about);
  }
  let sum = 0n;
  for (const { bytes, namesLeft } of files.values()) if (namesLeft <= 0n) sum += bytes;
  return Number(sum);
}

/** Inodes are those of one file system. */
function count(files: Map<bigint, { bytes: bigint; namesLeft: bigint }>, { ino, blocks, nlink }: BigIntStats): void {
  const before = files.get(ino) ?? { bytes: blocks * 512n, namesLeft: nlink };
  files.set(ino, { ...before, namesLeft: before.namesLeft - 1n });
}

/** Null: it went while we looked. */
async function unlessGone<T>(look: Promise<T>): Promise<T | null> {
  try {
    return await look;
  } catch (error) {
    if (isNodeError(error, 'ENOENT', 'ENOTDIR', 'ESRCH')) return null;
    throw error;
  }
}
