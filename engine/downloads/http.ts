/** Downloads over HTTP and HTTPS. An interrupted one starts over: files are never assembled from pieces. */

import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Live } from '@innkeeper/model/configuration/live';
import type { Endpoint } from '@innkeeper/model/outgoing-http/endpoints';
import { isNodeError } from '../atomic.ts';
import { BodySize } from '../outgoing-http/body.ts';
import { OutgoingHttpError } from '../outgoing-http/error.ts';
import type { OutgoingPolicy } from '../outgoing-http/policy.ts';
import type { ResolveName } from '../outgoing-http/resolve-name.ts';
import type { OutgoingReply } from '../outgoing-http/send-request.ts';
import { DownloadDirectory } from './download-directory.ts';
import { createDownloadPolicy } from './policy.ts';
import { DownloadError, type Downloaded, type DownloadedFile, type DownloadOrder, type DownloadPort } from './port.ts';
import { requestFile } from './request-file.ts';
import { DEFAULT_TIME_LIMITS, headDeadline, minimumSpeed, type TimeLimits } from './time-limits.ts';

export interface HttpDownloadsOptions {
  /** Files are in it. */
  directory: string;
  /** Mirrors of the operator, which may be private. Default: none. */
  mirrors?: Live<readonly Endpoint[]>;
  /** Resolver of names, for tests. */
  resolve?: ResolveName;
  limits?: TimeLimits;
  /** For tests: free space in bytes. */
  freeBytes?: (directory: string) => Promise<number>;
}

/** Free space is checked again after this many bytes. */
const LOOK_EVERY_BYTES = 64 * 1024 ** 2;

export class HttpDownloads implements DownloadPort {
  readonly #files: DownloadDirectory;
  readonly #policy: OutgoingPolicy;
  readonly #limits: TimeLimits;

  constructor({ directory, mirrors = [], resolve, limits = DEFAULT_TIME_LIMITS, freeBytes }: HttpDownloadsOptions) {
    this.#files = new DownloadDirectory(directory, freeBytes);
    this.#policy = createDownloadPolicy(mirrors, resolve);
    this.#limits = limits;
  }

  async download(order: DownloadOrder): Promise<Downloaded> {
    const there = await this.#files.find(order.name);
    if (there) return there;
    const reply = await this.#ask(order);
    try {
      return await this.#store(reply, order);
    } finally {
      reply.close();
    }
  }

  async #store(reply: OutgoingReply, order: DownloadOrder): Promise<Downloaded> {
    const draft = await this.#files.draft(order.name);
    try {
      const { bytes, sha256 } = await this.#receiveInto(draft, reply, order);
      if (order.sha256 !== null && order.sha256 !== sha256) {
        throw new DownloadError(`The checksum of the file does not match: its SHA-256 is ${sha256}.`, { retryable: false });
      }
      return { path: await this.#files.finish(order.name, draft), bytes, sha256 };
    } finally {
      await rm(draft, { force: true });
    }
  }

  async #receiveInto(draft: string, reply: OutgoingReply, order: DownloadOrder) {
    // Opened here and not by the stream: a stream that ends while its file is being opened leaves one behind its removal.
    const file = await open(draft, 'wx', 0o644);
    try {
      return await this.#receive(reply, file, order);
    } finally {
      await file.close();
    }
  }

  async #ask({ url, signal }: DownloadOrder): Promise<OutgoingReply> {
    const head = headDeadline(this.#limits);
    try {
      return await requestFile(url, AbortSignal.any([signal, head.signal]), this.#policy);
    } catch (error) {
      throw head.signal.aborted ? head.signal.reason : error;
    } finally {
      head.over();
    }
  }

  remove(name: string): Promise<void> {
    return this.#files.remove(name);
  }

  list(): Promise<DownloadedFile[]> {
    return this.#files.list();
  }

  async #receive(reply: OutgoingReply, file: FileHandle, order: DownloadOrder): Promise<{ bytes: number; sha256: string }> {
    const size = measureBody(reply, order.maxBytes);
    const { declared } = size;
    if (declared === 0) throw empty();
    await this.#files.requireSpace(declared ?? LOOK_EVERY_BYTES);
    await order.onSize?.(declared);
    const speed = minimumSpeed(this.#limits, order.limitMs);
    const hash = createHash('sha256');
    let look = LOOK_EVERY_BYTES;
    const counted = async (chunk: Buffer): Promise<Buffer> => {
      size.add(chunk.length);
      speed.count(chunk.length);
      // Other downloads and guests write meanwhile, so the space that was free at the start may be gone.
      if (size.bytes > look) {
        look = size.bytes + LOOK_EVERY_BYTES;
        await this.#files.requireSpace(LOOK_EVERY_BYTES);
      }
      hash.update(chunk);
      if (declared !== null) order.onPercent?.((size.bytes / declared) * 100);
      return chunk;
    };
    const counter = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        counted(chunk).then((value) => done(null, value), done);
      },
    });
    try {
      await pipeline(reply.body, counter, file.createWriteStream(), {
        signal: AbortSignal.any([order.signal, speed.signal]),
      });
    } catch (error) {
      throw toDownloadError(speed.signal.aborted ? speed.signal.reason : error, order);
    } finally {
      speed.over();
    }
    if (size.bytes === 0) throw empty();
    return { bytes: size.bytes, sha256: hash.digest('hex') };
  }
}

function measureBody(reply: OutgoingReply, maxBytes: number): BodySize {
  try {
    return new BodySize(reply, maxBytes);
  } catch (error) {
    throw toDownloadError(error, { maxBytes });
  }
}

function toDownloadError(error: unknown, { maxBytes }: Pick<DownloadOrder, 'maxBytes'>): DownloadError {
  if (error instanceof DownloadError) return error;
  if (error instanceof OutgoingHttpError) return tooLarge(maxBytes);
  if (isNodeError(error, 'ENOSPC')) {
    return new DownloadError('There is not enough space for this file now. Try again later.', {
      retryable: false,
      fault: 'operator',
      cause: error,
    });
  }
  return new DownloadError('The download was interrupted. Try again.', { retryable: true, cause: error });
}

function tooLarge(maxBytes: number): DownloadError {
  const most = maxBytes >= 1024 ** 3 ? `${Math.round((maxBytes / 1024 ** 3) * 10) / 10} GB` : `${maxBytes} bytes`;
  return new DownloadError(`The file is larger than ${most}.`, { retryable: false });
}

const empty = () => new DownloadError('The file is empty.', { retryable: false });
