/** Measures the disk space that would be free without the guests. */
import type { BigIntStats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { isNodeError } from '@innkeeper/engine/atomic';

/**
 * Returns the bytes that files below `machines` take of their own file system. Sparse files count with their blocks. A file with several
 * names counts once, and not at all while a name outside exists. A machine's base is a link to its image, which remains after the machine
 * is deleted. `isos` is the directory of the ISO files of customers, whose space is reserved like that of machines.
 */
export async function measureMachineBytes(machines: string, isos?: string): Promise<number> {
  const { dev } = await lstat(machines, { bigint: true });
  const files = new Map<bigint, { bytes: bigint; namesLeft: bigint }>();
  const names: string[] = isos === undefined ? [machines] : [machines, isos];
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    const stats = await nullIfMissing(lstat(name, { bigint: true }));
    // Another file system that is mounted here, such as /proc, uses no space of this disk.
    if (stats === null || stats.dev !== dev) continue;
    if (stats.isDirectory()) {
      const inside = (await nullIfMissing(readdir(name))) ?? [];
      for (const one of inside) names.push(path.join(name, one));
    } else if (stats.isFile()) countName(files, stats);
  }
  let sum = 0n;
  for (const { bytes, namesLeft } of files.values()) if (namesLeft <= 0n) sum += bytes;
  return Number(sum);
}

/** Counts a name of a file. Inodes are unique because all files are on one file system. */
function countName(files: Map<bigint, { bytes: bigint; namesLeft: bigint }>, { ino, blocks, nlink }: BigIntStats): void {
  const before = files.get(ino) ?? { bytes: blocks * 512n, namesLeft: nlink };
  files.set(ino, { ...before, namesLeft: before.namesLeft - 1n });
}

/** Returns the result, or `null` if the file disappeared. */
async function nullIfMissing<T>(result: Promise<T>): Promise<T | null> {
  try {
    return await result;
  } catch (error) {
    if (isNodeError(error, 'ENOENT', 'ENOTDIR', 'ESRCH')) return null;
    throw error;
  }
}
