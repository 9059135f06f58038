/** Finds the files of images on this node, by their stored paths. */
import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageOnNode } from '@innkeeper/model/images/file-state';
import { type ImageCandidate, imageCandidates, imageDirectories, isBelow, storedImagePath } from '@innkeeper/model/images/paths';
import { EngineError } from '../error.ts';
import { sha256AtLowPriority, sha256OfFile } from '../host/sha256.ts';
import { KeyedMutex } from '../keyed-mutex.ts';
import { sweepDrafts } from './drafts.ts';
import type { FetchedImages, FetchOptions } from './fetched.ts';
import type { DiskSource, ImageFile, ListedImage } from './port.ts';

export interface ImageFilesOptions {
  /** Directory of the engine, to which stored paths are relative. */
  home: string;
  /** True on a node whose files are copies of those of the first host. Each file is compared with its digest before its first use. */
  verifies?: boolean;
  /** Files that this node fetches from the first host. Unset without a link to it. */
  fetched?: FetchedImages | undefined;
}

export class ImageFiles {
  readonly #options: ImageFilesOptions;
  /** Digests of files by path, device, inode, size and time of the last change. */
  readonly #digests = new Map<string, string>();
  readonly #fetching = new KeyedMutex();

  constructor(options: ImageFilesOptions) {
    this.#options = options;
  }

  /** Returns the path to store for a file of this node. */
  storedPath(file: string): string {
    return storedImagePath(this.#options.home, file);
  }

  /** Finds the file of a stored path. Returns `null` if no place has a regular file. Reads only its size. */
  async find(stored: string): Promise<ImageOnNode | null> {
    for (const candidate of imageCandidates(this.#options.home, stored)) {
      const found = await lookAt(candidate);
      if (found !== null) return found;
    }
    return null;
  }

  /** Finds the files of several images, one after the other. */
  async lookAt<Row extends { path: string }>(rows: readonly Row[]): Promise<{ row: Row; found: ImageOnNode | null }[]> {
    const seen = [];
    for (const row of rows) seen.push({ row, found: await this.find(row.path) });
    return seen;
  }

  /** Measures a file at low priority. Returns `null` if it is missing or changes meanwhile. Throws when aborted. */
  async measure(stored: string, signal?: AbortSignal): Promise<{ bytes: bigint; sha256: string } | null> {
    const before = await this.find(stored);
    if (before === null) return null;
    const sha256 = await sha256AtLowPriority(before.path, signal);
    const after = await this.find(stored);
    return after?.bytes === before.bytes ? { bytes: BigInt(after.bytes), sha256 } : null;
  }

  /**
   * Finds the file of a stored path in the directories of images of this node, which may be links. Returns `null` if it is elsewhere.
   */
  async findOwn(stored: string): Promise<ImageOnNode | null> {
    const found = await this.find(stored);
    if (found === null) return null;
    const own = await Promise.all(imageDirectories(this.#options.home).map((one) => realpath(one).catch(() => one)));
    return isBelow(own, await realpath(found.path)) ? found : null;
  }

  /** Returns a source whose image has the path on this node. Throws `EngineError('image')` if its file is missing or another one. */
  async locate(source: DiskSource): Promise<DiskSource> {
    if (source.from !== 'image') return source;
    const { image } = source;
    const place = await this.#place(image);
    if ('problem' in place) throw new EngineError('image', place.problem, { retryable: false });
    return { from: 'image', image: { ...image, path: place.path } };
  }

  /** Returns whether a disk cannot be made of the source before `bring`. */
  async lacks(source: DiskSource): Promise<boolean> {
    return source.from === 'image' && this.#options.verifies === true && 'problem' in (await this.#place(source.image));
  }

  /** Fetches the file of an image from the first host, unless this node has it. Throws an `EngineError`, which may be retried. */
  async bring(image: ListedImage, options: FetchOptions): Promise<void> {
    const { verifies, fetched } = this.#options;
    if (verifies !== true) return;
    await this.#fetching.runExclusive(image.path, async () => {
      const place = await this.#place(image);
      if (!('problem' in place)) return;
      options.signal?.throwIfAborted();
      if (fetched === undefined)
        throw new EngineError('image', `${place.problem}, and this node has no link to fetch it. Set node.listen.`);
      await fetched.fetch(image, options);
    });
  }

  /** Removes fetched files that belong to none of these images. */
  async removeUnnamed(images: readonly Pick<ImageFile, 'path' | 'format'>[]): Promise<void> {
    await this.#options.fetched?.removeExcept(images);
  }

  /** Removes the files that killed builds, downloads and trial boots left behind. Parts of downloads stay, because they are continued. */
  async removeStaleDrafts(): Promise<void> {
    await sweepDrafts(join(this.#options.home, 'images'));
  }

  /** Returns the first usable file of an image, or the problem of the last one. */
  async #place(image: ImageFile): Promise<{ path: string } | { problem: string }> {
    const { home, verifies, fetched } = this.#options;
    const own = imageCandidates(home, image.path).map(({ path }) => path);
    let problem = `the image ${image.key} is not at ${image.path}`;
    for (const path of fetched ? [...own, fetched.pathOf(image)] : own) {
      if ((await lookAt({ path, stored: path })) === null) continue;
      const other = verifies === true ? await this.#explainOther(image, path) : null;
      if (other === null) return { path };
      problem = other;
    }
    return { problem };
  }

  /** Returns why a file is another one than the row of the image describes. */
  async #explainOther({ key, sha256 }: ImageFile, path: string): Promise<string | null> {
    // The first host has not measured the image yet.
    if (!sha256) return null;
    const { dev, ino, size, mtimeNs } = await stat(path, { bigint: true });
    const identity = [path, dev, ino, size, mtimeNs].join(' ');
    const digest = this.#digests.get(identity) ?? (await sha256OfFile(path));
    this.#digests.set(identity, digest);
    return digest === sha256 ? null : `the image ${key} at ${path} has the SHA-256 ${digest} instead of ${sha256}`;
  }
}

/** Returns the file of a place. A file that cannot be looked at cannot be used either, so it counts as missing. */
function lookAt({ path, stored }: ImageCandidate): Promise<ImageOnNode | null> {
  return stat(path).then(
    (found) => (found.isFile() ? { path, stored, bytes: found.size } : null),
    () => null,
  );
}
