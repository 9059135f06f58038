/** Downloads over HTTP and HTTPS. An interrupted one starts over: files are never assembled from pieces. */
import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Endpoint } from '@innkeeper/model/outgoing-http/endpoints';
import { isNodeError } from '../atomic.ts';
import { DownloadDirectory } from './download-directory.ts';
import { addressesOf, fetchPublic, type NetworkPolicy } from './fetch.ts';
import { DownloadError, type Downloaded, type DownloadedFile, type DownloadOrder, type DownloadPort } from './port.ts';
import { DEFAULT_TIME_LIMITS, headDeadline, minimumSpeed, type TimeLimits } from './time-limits.ts';

export interface HttpDownloadsOptions {
  /** Files are in it. */
  directory: string;
  /** The operator's mirrors; none by default. */
  mirrors?: readonly Endpoint[];
  /** For tests: the addresses of a name. */
  resolve?: NetworkPolicy['resolve'];
  limits?: TimeLimits;
  /** For tests: free space in bytes. */
  freeBytes?: (directory: string) => Promise<number>;
}

/** Free space is checked again after this many bytes. */
const LOOK_EVERY_BYTES = 64 * 1024 ** 2;

export class HttpDownloads implements DownloadPort {
  readonly #files: DownloadDirectory;
  readonly #policy: NetworkPolicy;
  readonly #limits: TimeLimits;

  constructor({ directory, mirrors = [], resolve = addressesOf, limits = DEFAULT_TIME_LIMITS, freeBytes }: HttpDownloadsOptions) {
    this.#files = new DownloadDirectory(directory, freeBytes);
    this.#policy = { resolve, mirrors };
    this.#limits = limits;
  }

  async download(order: DownloadOrder): Promise<Downloaded> {
    const there = await this.#files.find(order.name);
    if (there) return there;
    const reply = await this.#ask(order);
    const draft = await this.#files.draft(order.name);
    try {
      const { bytes, sha256 } = await this.#receiveInto(draft, reply, order);
      if (order.sha256 !== null && order.sha256 !== sha256) {
        throw new DownloadError(`The file has another checksum: its sha256 is ${sha256}.`, { retryable: false });
      }
      return { path: await this.#files.finish(order.name, draft), bytes, sha256 };
    } finally {
      reply.destroy();
      await rm(draft, { force: true });
    }
  }

  async #receiveInto(draft: string, reply: IncomingMessage, order: DownloadOrder) {
    // Opened here and not by the stream: a stream that ends while its file is being opened leaves one behind its removal.
    const file = await open(draft, 'wx', 0o644);
    try {
      return await this.#receive(reply, file, order);
    } finally {
      await file.close();
    }
  }

  async #ask({ url, signal }: DownloadOrder): Promise<IncomingMessage> {
    const head = headDeadline(this.#limits);
    try {
      return await fetchPublic(url, AbortSignal.any([signal, head.signal]), this.#policy);
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

  async #receive(reply: IncomingMessage, file: FileHandle, order: DownloadOrder): Promise<{ bytes: number; sha256: string }> {
    const declared = Number(reply.headers['content-length'] ?? Number.NaN);
    if (declared > order.maxBytes) throw tooLarge(order.maxBytes);
    if (declared === 0) throw empty();
    await this.#files.requireSpace(Number.isNaN(declared) ? LOOK_EVERY_BYTES : declared);
    await order.onSize?.(Number.isNaN(declared) ? null : declared);
    const speed = minimumSpeed(this.#limits, order.limitMs);
    const hash = createHash('sha256');
    let bytes = 0;
    let look = LOOK_EVERY_BYTES;
    const counted = async (chunk: Buffer): Promise<Buffer> => {
      bytes += chunk.length;
      if (bytes > order.maxBytes) throw tooLarge(order.maxBytes);
      speed.count(chunk.length);
      // Other downloads and guests write meanwhile, so the space that was free at the start may be gone.
      if (bytes > look) {
        look = bytes + LOOK_EVERY_BYTES;
        await this.#files.requireSpace(LOOK_EVERY_BYTES);
      }
      hash.update(chunk);
      if (!Number.isNaN(declared)) order.onPercent?.((bytes / declared) * 100);
      return chunk;
    };
    const counter = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        counted(chunk).then((value) => done(null, value), done);
      },
    });
    try {
      await pipeline(reply, counter, file.createWriteStream(), {
        signal: AbortSignal.any([order.signal, speed.signal]),
      });
    } catch (error) {
      throw brokeOff(speed.signal.aborted ? speed.signal.reason : error);
    } finally {
      speed.over();
    }
    if (bytes === 0) throw empty();
    return { bytes, sha256: hash.digest('hex') };
  }
}

function brokeOff(error: unknown): DownloadError {
  if (error instanceof DownloadError) return error;
  if (isNodeError(error, 'ENOSPC')) {
    return new DownloadError('There is no room for this file at the moment.', {
      retryable: false,
      fault: 'operator',
      cause: error,
    });
  }
  return new DownloadError('The download broke off.', { retryable: true, cause: error });
}

function tooLarge(maxBytes: number): DownloadError {
  const most = maxBytes >= 1024 ** 3 ? `${Math.round((maxBytes / 1024 ** 3) * 10) / 10} GB` : `${maxBytes} bytes`;
  return new DownloadError(`The file is larger than ${most}.`, { retryable: false });
}

const empty = () => new DownloadError('The file is empty.', { retryable: false });
