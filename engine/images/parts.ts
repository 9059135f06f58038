/**
 * Downloads of `image add` that are not complete or not on sale yet. A part is named by the digest that its file must have, so the next
 * command continues where this one ended, however it ended.
 */
import { readdir, rename, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { hours } from '@innkeeper/model/time/clock';
import { isNodeError } from '../atomic.ts';
import { EngineError } from '../error.ts';
import { isOwnerAlive, ownerMark } from './drafts.ts';

const PART = /^\.part-(\d+-\d+-[0-9a-f]{8})-([0-9a-f]{16})$/;
const DIGEST_DIGITS = 16;
/** A connection without data is closed after 30 s, and a trial boot takes at most 15 minutes. */
const MAX_IDLE_MS = hours(1);

/**
 * Returns the path of this process's part for a digest, with the bytes that an earlier process left. The file may not exist yet, the
 * directory must. Throws if another process downloads the same file.
 */
export async function claimPart(directory: string, digest: string): Promise<string> {
  const own = join(directory, `.part-${await ownerMark()}-${digest.slice(0, DIGEST_DIGITS)}`);
  const parts = (await readdir(directory)).filter((name) => PART.exec(name)?.[2] === digest.slice(0, DIGEST_DIGITS));
  for (const name of parts) {
    const path = join(directory, name);
    if (path === own) continue;
    if (await isHeldPart(path)) throw new EngineError('image', 'another command downloads this image now', { retryable: false });
    // Another command may take the part first.
    await rename(path, own).catch((error: unknown) => {
      if (!isNodeError(error, 'ENOENT')) throw error;
    });
  }
  return own;
}

/** Returns the size of a part in bytes. 0 if it does not exist. */
export async function sizeOfPart(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

/** Returns whether a running process holds the file at this path. False for other names. */
export async function isHeldPart(path: string): Promise<boolean> {
  const [, mark] = PART.exec(basename(path)) ?? [];
  return mark !== undefined && (await isOwnerAlive(mark, { path, maxIdleMs: MAX_IDLE_MS }));
}
