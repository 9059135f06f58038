/** Bytes on their way: counted, hashed, compared, written. */
import { createHash, randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isNodeError } from '../atomic.ts';
import { EngineError } from '../compute/port.ts';
import type { FileFacts, Transfer } from './port.ts';

/** Reads all of it. Fails with `EngineError('image')`, not retryable, when it is not what was expected. */
export async function compare(chunks: AsyncIterable<Buffer>, expected: FileFacts, what: string, transfer: Transfer = {}) {
  const hash = createHash('sha256');
  let bytes = 0;
  const tell = percentReporter(expected.bytes, transfer);
  for await (const chunk of chunks) {
    transfer.signal?.throwIfAborted();
    hash.update(chunk);
    bytes += chunk.length;
    tell(bytes);
  }
  if (bytes === expected.bytes && hash.digest('hex') === expected.sha256) return;
  throw new EngineError('image', `${what} is not what was stored: ${bytes} bytes of ${expected.bytes}`, { retryable: false });
}

/** Tells whole percents, each once. */
export function percentReporter(total: number, { onPercent }: Transfer): (bytes: number) => void {
  let told = -1;
  return (bytes) => {
    const percent = total === 0 ? 100 : Math.min(100, Math.floor((bytes / total) * 100));
    if (percent <= told) return;
    told = percent;
    onPercent?.(percent);
  };
}

/** Writes a file beside `path` and puts it in place when `fill` has ended well; on disk for good when it resolves. */
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
    await settle(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw mapFileError(error, path);
  }
}

/** Moves a whole file to its place, and remembers that for good. */
export async function settle(draft: string, path: string): Promise<void> {
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
export const DRAFT = '.draft-';

/** The name that a draft shall have; undefined for what is no draft. */
export const keyOfDraft = (name: string): string | undefined => /^\.draft-(.+)\.[0-9a-f]{8}$/.exec(name)?.[1];

export function mapFileError(error: unknown, path: string): unknown {
  if (isNodeError(error, 'ENOSPC', 'EDQUOT')) return new EngineError('disk_full', `no room for ${path}`, { cause: error });
  if (isNodeError(error, 'ENOENT')) return new EngineError('absent', `there is no ${path}`, { retryable: false, cause: error });
  return error;
}
