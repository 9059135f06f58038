/**
 * Downloads over HTTP and HTTPS. A broken connection is reopened. The download resumes there if the server proves that the file is
 * unchanged. Otherwise the download fails, and the next attempt starts at the first byte.
 */
import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Live } from '@innkeeper/model/configuration/live';
import type { Endpoint } from '@innkeeper/model/outgoing-http/endpoints';
import type { OutgoingPolicy } from '../outgoing-http/policy.ts';
import type { ResolveName } from '../outgoing-http/resolve-name.ts';
import type { OutgoingReply } from '../outgoing-http/send-request.ts';
import { DownloadDirectory } from './download-directory.ts';
import { openIsoCheck } from './iso-check.ts';
import { createDownloadPolicy } from './policy.ts';
import { DownloadError, type Downloaded, type DownloadedFile, type DownloadOrder, type DownloadPort } from './port.ts';
import { measureBody, readUntilCut, toDownloadError } from './receive.ts';
import { isRemainder, type RemainingRange, strongEtag } from './remaining-range.ts';
import { requestFile } from './request-file.ts';
import { DEFAULT_TIME_LIMITS, headDeadline, minimumSpeed, type TimeLimits } from './time-limits.ts';

export interface HttpDownloadsOptions {
  /** Directory of the files. */
  directory: string;
  /** Mirrors of the operator, which may be private. */
  mirrors?: Live<readonly Endpoint[]>;
  /** Resolver of names, for tests. */
  resolve?: ResolveName;
  limits?: TimeLimits;
  /** Returns the free space in bytes, for tests. */
  freeBytes?: (directory: string) => Promise<number>;
  /** Time in milliseconds before a broken connection is reopened, for tests. Default: 1000, longer after each break. */
  pauseMs?: number;
}

/** Maximum number of broken connections that are reopened per download. Each must have transferred something. */
const MAX_BREAKS = 20;
const PAUSE_MS = 1_000;

/** Number of bytes after which free space is checked again. */
const CHECK_INTERVAL_BYTES = 64 * 1024 ** 2;

export class HttpDownloads implements DownloadPort {
  readonly #files: DownloadDirectory;
  readonly #policy: OutgoingPolicy;
  readonly #limits: TimeLimits;
  readonly #pauseMs: number;

  constructor(options: HttpDownloadsOptions) {
    const { directory, mirrors = [], resolve, limits = DEFAULT_TIME_LIMITS, freeBytes, pauseMs = PAUSE_MS } = options;
    this.#pauseMs = pauseMs;
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

  remove(name: string): Promise<void> {
    return this.#files.remove(name);
  }

  list(): Promise<DownloadedFile[]> {
    return this.#files.list();
  }

  async #store(reply: OutgoingReply, order: DownloadOrder): Promise<Downloaded> {
    const draft = await this.#files.draft(order.name);
    try {
      const { bytes, sha256, breaks } = await this.#receiveInto(draft, reply, order);
      if (order.sha256 !== null && order.sha256 !== sha256) {
        // A file received in several pieces may be intact at the next attempt.
        throw new DownloadError(`The checksum of the file does not match: its SHA-256 is ${sha256}.`, { retryable: breaks > 0 });
      }
      return { path: await this.#files.finish(order.name, draft), bytes, sha256 };
    } finally {
      await rm(draft, { force: true });
    }
  }

  async #receiveInto(draft: string, reply: OutgoingReply, order: DownloadOrder): Promise<Received> {
    const file = await open(draft, 'wx', 0o644);
    try {
      return await this.#receive(reply, file, order);
    } finally {
      await file.close();
    }
  }

  async #ask({ url, signal }: Pick<DownloadOrder, 'url' | 'signal'>, rest?: RemainingRange): Promise<OutgoingReply> {
    const head = headDeadline(this.#limits);
    try {
      return await requestFile(url, AbortSignal.any([signal, head.signal]), this.#policy, rest);
    } catch (error) {
      throw head.signal.aborted ? head.signal.reason : error;
    } finally {
      head.over();
    }
  }

  async #receive(first: OutgoingReply, file: FileHandle, order: DownloadOrder): Promise<Received> {
    const size = measureBody(first, order.maxBytes);
    const { declared } = size;
    if (declared === 0) throw emptyFileError();
    const isoCheck = order.content === 'iso' ? openIsoCheck(first) : null;
    await this.#files.requireSpace(declared ?? CHECK_INTERVAL_BYTES);
    await order.onSize?.(declared);
    const speed = minimumSpeed(this.#limits, order.limitMs);
    const signal = AbortSignal.any([order.signal, speed.signal]);
    const hash = createHash('sha256');
    let nextCheckAt = CHECK_INTERVAL_BYTES;
    const keep = async (chunk: Buffer): Promise<void> => {
      size.add(chunk.length);
      speed.count(chunk.length);
      // Other downloads and guests also write, so the space that was free at the start may be gone.
      if (size.bytes > nextCheckAt) {
        nextCheckAt = size.bytes + CHECK_INTERVAL_BYTES;
        await this.#files.requireSpace(CHECK_INTERVAL_BYTES);
      }
      isoCheck?.add(chunk);
      hash.update(chunk);
      await file.writeFile(chunk);
      if (declared !== null) order.onPercent?.((size.bytes / declared) * 100);
    };
    const etag = strongEtag(first.headers);
    let reply = first;
    let breaks = 0;
    try {
      for (let before = 0; ; before = size.bytes) {
        const cut = await readUntilCut(reply, keep, signal);
        if (cut === null) break;
        if (etag === null || size.bytes === before || breaks === MAX_BREAKS) throw cut.error;
        breaks += 1;
        reply.close();
        await sleep(this.#pauseMs * breaks, undefined, { signal });
        const rest = { from: size.bytes, etag };
        reply = await this.#ask({ url: order.url, signal }, rest);
        if (!isRemainder(reply, rest, declared)) throw cut.error;
      }
    } catch (error) {
      throw toDownloadError(speed.signal.aborted ? speed.signal.reason : error, order);
    } finally {
      reply.close();
      speed.over();
    }
    if (size.bytes === 0) throw emptyFileError();
    isoCheck?.end();
    return { bytes: size.bytes, sha256: hash.digest('hex'), breaks };
  }
}

interface Received {
  bytes: number;
  sha256: string;
  /** Number of connections that broke. */
  breaks: number;
}

const emptyFileError = () => new DownloadError('The file is empty.', { retryable: false });
