/**
 * Downloads into a file that may have the first bytes already, from a broken connection or an earlier command. The caller compares the whole
 * file with a digest, which also proves that all pieces belong together.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OutgoingPolicy } from '../outgoing-http/policy.ts';
import type { OutgoingReply } from '../outgoing-http/send-request.ts';
import { DownloadDirectory } from './download-directory.ts';
import { DownloadError } from './port.ts';
import { measureBody, readUntilCut, toDownloadError } from './receive.ts';
import { isRemainder } from './remaining-range.ts';
import { requestFile } from './request-file.ts';
import { DEFAULT_TIME_LIMITS, headDeadline, minimumSpeed } from './time-limits.ts';

export interface ResumeOrder {
  url: string;
  /** File to append to. It is created if it does not exist. */
  path: string;
  policy: OutgoingPolicy;
  /** Maximum size of the whole file. A larger file is emptied. */
  maxBytes: number;
  /** Maximum duration in milliseconds. */
  limitMs: number;
  /** Receives 0 to 100. Called only if the size is known. */
  onPercent?: (percent: number) => void;
  /** Time in milliseconds before a broken connection is reopened, for tests. Default: 1000, longer after each break. */
  pauseMs?: number;
  /** Returns the free space in bytes of a directory, for tests. */
  freeBytes?: (directory: string) => Promise<number>;
}

/** Maximum number of broken connections that are reopened. Each must have transferred something. */
const MAX_BREAKS = 50;
const PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 20_000;
/** Number of bytes after which free space is checked again. */
const CHECK_INTERVAL_BYTES = 64 * 1024 ** 2;

type Speed = ReturnType<typeof minimumSpeed>;

/** Completes the file. A broken download keeps what has arrived. Throws `DownloadError`. */
export async function resumeFile(order: ResumeOrder): Promise<void> {
  const file = await open(order.path, 'a', 0o600);
  const speed = minimumSpeed(DEFAULT_TIME_LIMITS, order.limitMs);
  try {
    await complete(file, speed, order);
    await file.sync();
  } catch (error) {
    const failure = toDownloadError(speed.signal.aborted ? speed.signal.reason : error, order);
    // Nothing of a file that is too large can be used.
    if (failure.isTooLarge) await file.truncate(0);
    throw failure;
  } finally {
    speed.over();
    await file.close();
  }
}

async function complete(file: FileHandle, speed: Speed, order: ResumeOrder): Promise<void> {
  const { pauseMs = PAUSE_MS } = order;
  for (let breaks = 1; ; breaks += 1) {
    const before = (await file.stat()).size;
    const reply = await ask(order, before, speed.signal);
    if (reply === null) return;
    try {
      const cut = await append(file, reply, before, { ...order, speed });
      if (cut === null) return;
      if ((await file.stat()).size <= before || breaks > MAX_BREAKS) throw cut.error;
    } finally {
      reply.close();
    }
    await sleep(Math.min(pauseMs * breaks, MAX_PAUSE_MS), undefined, { signal: speed.signal });
  }
}

/** Requests the file from a byte on. Returns `null` if it ends there. */
async function ask({ url, policy }: ResumeOrder, from: number, signal: AbortSignal): Promise<OutgoingReply | null> {
  const head = headDeadline(DEFAULT_TIME_LIMITS);
  try {
    const rest = from > 0 ? { from, etag: null } : undefined;
    return await requestFile(url, AbortSignal.any([signal, head.signal]), policy, rest);
  } catch (error) {
    if (from > 0 && error instanceof DownloadError && error.status === 416) return null;
    throw head.signal.aborted ? head.signal.reason : error;
  } finally {
    head.over();
  }
}

async function append(
  file: FileHandle,
  reply: OutgoingReply,
  from: number,
  order: ResumeOrder & { speed: Speed },
): Promise<{ error: unknown } | null> {
  const { maxBytes, speed, onPercent } = order;
  const isRest = isRemainder(reply, { from, etag: null }, null);
  if (reply.status === 206 && !isRest)
    throw new DownloadError('The server sent another part of the file than was requested.', { retryable: true });
  // Status 200: the server sends the whole file again.
  const start = isRest ? from : 0;
  if (!isRest) await file.truncate(0);
  const size = measureBody(reply, maxBytes - start);
  const directory = new DownloadDirectory(dirname(order.path), order.freeBytes);
  await directory.requireSpace(size.declared ?? CHECK_INTERVAL_BYTES);
  let nextCheckAt = CHECK_INTERVAL_BYTES;
  const keep = async (chunk: Buffer): Promise<void> => {
    size.add(chunk.length);
    speed.count(chunk.length);
    if (size.bytes > nextCheckAt) {
      nextCheckAt = size.bytes + CHECK_INTERVAL_BYTES;
      await directory.requireSpace(CHECK_INTERVAL_BYTES);
    }
    await file.writeFile(chunk);
    if (size.declared !== null) onPercent?.(((start + size.bytes) / (start + size.declared)) * 100);
  };
  return readUntilCut(reply, keep, speed.signal);
}
