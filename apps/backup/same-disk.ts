import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';

/** Returns whether two paths are on one file system. A missing path is replaced by its nearest existing parent. */
export async function isOnSameDisk(a: string, b: string): Promise<boolean> {
  const [first, second] = await Promise.all([a, b].map((one) => stat(nearestExisting(one))));
  return first?.dev === second?.dev;
}

/** Returns a path, or its nearest parent that exists. */
export function nearestExisting(file: string): string {
  return existsSync(file) ? file : nearestExisting(path.dirname(file));
}
