/** Counts, hashes, verifies and writes streams of bytes. */
import { createHash, randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isNodeError } from '../atomic.ts';
import { EngineError } from '../error.ts';
import { type FileProperties, MAX_TEXT_BYTES, type Transfer } from './port.ts';

/** Reads the whole stream. Throws a non-retryable `EngineError('image')` if size or checksum differ. */
export async function verifyBytes(
  chunks: AsyncIterable<Buffer>,
  expected: FileProperties,
  what: string,
  transfer: Transfer = {},
) {
  const hash = createHash('sha256');
  let bytes = 0;
  const report = percentReporter(expected.bytes, transfer);
  for await (const chunk of chunks) {
    transfer.signal?.throwIfAborted();
    hash.update(chunk);
    bytes += chunk.length;
    report(bytes);
  }
  if (bytes === expected.bytes && hash.digest('hex') === expected.sha256) return;
  throw new EngineError('image', `${what} differs from what was stored: ${bytes} bytes, expected ${expected.bytes}`, {
    retryable: false,
  });
}

/** Returns a function that reports whole percents, each once. */
export function percentReporter(total: number, { onPercent }: Transfer): (bytes: number) => void {
  let reported = -1;
  return (bytes) => {
    const percent = total === 0 ? 100 : Math.min(100, Math.floor((bytes / total) * 100));
    if (percent <= reported) return;
    reported = percent;
    onPercent?.(percent);
  };
}

/** Writes a temporary file beside `path` and renames it once `fill` has succeeded. The file is synced to disk when the promise resolves. */
export async function writeComplete(
  path: string,
  fill: (write: (chunk: Buffer) => Promise<void>) => Promise<void>,
): Promise<void> {
  const draft = draftOf(path);
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await fill(async (chunk) => void (await file.writeFile(chunk)));
      await file.sync();
    } finally {
      await file.close();
    }
    await moveIntoPlace(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw mapFileError(error, path);
  }
}

/** Renames a complete file to its final path and syncs the directory. */
export async function moveIntoPlace(draft: string, path: string): Promise<void> {
  await rename(draft, path);
  await syncPath(dirname(path));
}

export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export const draftOf = (path: string): string =>
  join(dirname(path), `${DRAFT}${basename(path)}.${randomBytes(4).toString('hex')}`);
const DRAFT = '.draft-';

/** Returns the final name of a draft, or `undefined` if the file is not a draft. */
export const keyOfDraft = (name: string): string | undefined => /^\.draft-(.+)\.[0-9a-f]{8}$/.exec(name)?.[1];

/** Maps a full disk to `disk_full` and a missing file to `absent`. Returns other errors unchanged. */
export function mapFileError(error: unknown, path: string): unknown {
  if (isNodeError(error, 'ENOSPC', 'EDQUOT')) return new EngineError('disk_full', `no room for ${path}`, { cause: error });
  if (isNodeError(error, 'ENOENT')) return new EngineError('absent', `there is no ${path}`, { retryable: false, cause: error });
  return error;
}

export function tooLarge(key: string): EngineError {
  return new EngineError('image', `${key} is larger than ${MAX_TEXT_BYTES} bytes`, { retryable: false });
}
