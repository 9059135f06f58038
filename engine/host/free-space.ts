/** Free space of file systems. */
import { statfs } from 'node:fs/promises';

/** Free space in bytes that downloads and fetched images leave for the rest of the host. */
export const RESERVE_BYTES = 1024 ** 3;

/** Returns the free space in bytes of the file system of a directory. */
export async function readFreeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}
