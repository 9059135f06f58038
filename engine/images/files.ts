/** Finds the files of images on this node, by their stored paths. */
import { stat } from 'node:fs/promises';
import type { ImageOnNode } from '@innkeeper/model/images/file-state';
import { type ImageCandidate, imageCandidates, storedImagePath } from '@innkeeper/model/images/paths';
import { EngineError } from '../error.ts';
import { sha256AtLowPriority, sha256OfFile } from '../host/sha256.ts';
import type { DiskSource, ImageFile } from './port.ts';

export interface ImageFilesOptions {
  /** Directory of the engine, to which stored paths are relative. */
  home: string;
  /** True on a node whose files were copied from the first host. Each file is compared with its digest before its first use. */
  verifies?: boolean;
}

export class ImageFiles {
  readonly #options: ImageFilesOptions;
  /** Digests of files by path, device, inode, size and time of the last change. */
  readonly #digests = new Map<string, string>();

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

  /** Returns a source whose image has the path on this node. Throws `EngineError('image')` if its file is missing or another one. */
  async locate(source: DiskSource): Promise<DiskSource> {
    if (source.from !== 'image') return source;
    const { image } = source;
    const found = await this.find(image.path);
    if (found === null) throw new EngineError('image', `the image ${image.key} is not at ${image.path}`, { retryable: false });
    if (this.#options.verifies === true) await this.#verify(image, found.path);
    return { from: 'image', image: { ...image, path: found.path } };
  }

  async #verify({ key, sha256 }: ImageFile, path: string): Promise<void> {
    // The first host has not measured the image yet.
    if (!sha256) return;
    const { dev, ino, size, mtimeNs } = await stat(path, { bigint: true });
    const identity = [path, dev, ino, size, mtimeNs].join(' ');
    const digest = this.#digests.get(identity) ?? (await sha256OfFile(path));
    this.#digests.set(identity, digest);
    if (digest !== sha256)
      throw new EngineError('image', `the image ${key} at ${path} has the SHA-256 ${digest} instead of ${sha256}`, {
        retryable: false,
      });
  }
}

/** Returns the file of a place. A file that cannot be looked at cannot be used either, so it counts as missing. */
function lookAt({ path, stored }: ImageCandidate): Promise<ImageOnNode | null> {
  return stat(path).then(
    (found) => (found.isFile() ? { path, stored, bytes: found.size } : null),
    () => null,
  );
}
