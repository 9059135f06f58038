/** Image files that this node fetched from the first host. A file appears under its name once it is complete and compared with its row. */
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FETCHED_IMAGES } from '@innkeeper/model/images/paths';
import { flushDirectory, isNodeError } from '../atomic.ts';
import { EngineError } from '../error.ts';
import { RESERVE_BYTES, readFreeBytes } from '../host/free-space.ts';
import { makeDraft, removeStaleDrafts } from './drafts.ts';
import type { ImageFile, ImageLink, ListedImage, RemoteImage } from './port.ts';

export interface FetchOptions {
  signal?: AbortSignal;
  onPercent?: (percent: number) => void;
}

export interface FetchedImagesOptions {
  /** Directory of the engine. */
  home: string;
  link: ImageLink;
  /** Throws if the file is not an image of its format, or refers to another file. Default: every file is accepted. */
  inspect?: (path: string, format: string, words: string) => Promise<unknown>;
  /** Returns the free space in bytes of a directory. */
  freeBytes?: (directory: string) => Promise<number>;
}

/** The facts of a file that is expected from the first host. */
type Expected = { key: string; bytes: number; sha256: string };

export class FetchedImages {
  readonly #options: FetchedImagesOptions;
  readonly #directory: string;

  constructor(options: FetchedImagesOptions) {
    this.#options = options;
    this.#directory = join(options.home, FETCHED_IMAGES);
  }

  /** Returns the path of an image's file, fetched or not. */
  pathOf(image: Pick<ImageFile, 'path' | 'format'>): string {
    return join(this.#directory, nameOf(image));
  }

  /** Fetches the file of an image. Throws a final `EngineError('image')` if the first host has another file than the row describes. */
  async fetch(image: ListedImage, options: FetchOptions): Promise<void> {
    const { id, key, sha256 } = image;
    if (sha256 === null || image.bytes === null)
      throw new EngineError('image', `the first host has not measured the image ${key} yet, so its file cannot be compared`);
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    await removeStaleDrafts(this.#directory);
    const bytes = Number(image.bytes);
    await this.#requireSpace(key, bytes);
    const draft = await makeDraft(this.#directory);
    try {
      const file = join(draft, 'image');
      const remote = await this.#options.link.open(id, options.signal);
      try {
        await receive(remote, file, { key, sha256, bytes }, options);
      } finally {
        remote.content.destroy();
      }
      await this.#options.inspect?.(file, image.format, `the image ${key}`);
      await rename(file, this.pathOf(image));
      await flushDirectory(this.#directory);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }

  /** Removes the files that belong to none of these images, and drafts of dead processes. */
  async removeExcept(images: readonly Pick<ImageFile, 'path' | 'format'>[]): Promise<void> {
    const names = await readdir(this.#directory).catch((error: unknown) => {
      if (isNodeError(error, 'ENOENT')) return null;
      throw error;
    });
    if (names === null) return;
    const kept = new Set(images.map(nameOf));
    for (const name of names)
      if (!name.startsWith('.') && !kept.has(name)) await rm(join(this.#directory, name), { force: true });
    await removeStaleDrafts(this.#directory);
  }

  /** Throws unless the file leaves enough space for the guests of this host. */
  async #requireSpace(key: string, bytes: number): Promise<void> {
    const { freeBytes = readFreeBytes } = this.#options;
    if ((await freeBytes(this.#directory)) < bytes + RESERVE_BYTES)
      throw new EngineError('disk_full', `no space to fetch the image ${key}: ${bytes} bytes, and 1 GiB must stay free`);
  }
}

/** Names a file after the stored path of its image, because a rebuilt image has another path. */
const nameOf = ({ path, format }: Pick<ImageFile, 'path' | 'format'>): string =>
  `${createHash('sha256').update(path).digest('hex')}.${format}`;

/** Writes the file. Throws if it is not as expected. */
async function receive({ bytes, content }: RemoteImage, path: string, expected: Expected, options: FetchOptions): Promise<void> {
  if (bytes !== expected.bytes) throw otherFile(expected, `has ${bytes} bytes instead of ${expected.bytes}`);
  const hash = createHash('sha256');
  const file = await open(path, 'wx', 0o600);
  let received = 0;
  try {
    for await (const chunk of content) {
      options.signal?.throwIfAborted();
      received += chunk.length;
      if (received > bytes) break;
      hash.update(chunk);
      await file.writeFile(chunk);
      options.onPercent?.((100 * received) / bytes);
    }
    await file.sync();
  } catch (cause) {
    if (isNodeError(cause, 'ENOSPC', 'EDQUOT'))
      throw new EngineError('disk_full', `no space to fetch the image ${expected.key}`, { cause });
    options.signal?.throwIfAborted();
    throw new EngineError('network', `the image ${expected.key} was cut off after ${received} of ${bytes} bytes`, { cause });
  } finally {
    await file.close();
  }
  if (received !== bytes) throw new EngineError('network', `the image ${expected.key} came with ${received} of ${bytes} bytes`);
  const digest = hash.digest('hex');
  if (digest !== expected.sha256) throw otherFile(expected, `has the SHA-256 ${digest} instead of ${expected.sha256}`);
}

function otherFile({ key }: Expected, how: string): EngineError {
  return new EngineError('image', `the file of the image ${key} on the first host ${how}`, { retryable: false });
}
