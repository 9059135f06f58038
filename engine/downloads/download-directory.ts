/** Directory of downloaded files. Each draft has a unique name, so two downloads of one file never mix their bytes. */
import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isNodeError } from '../atomic.ts';
import { RESERVE_BYTES, readFreeBytes } from '../host/free-space.ts';
import { sha256OfFile } from '../host/sha256.ts';
import { DownloadError, type Downloaded, type DownloadedFile } from './port.ts';

const NAME = /^[a-z0-9-]{1,40}$/;
/** Pattern of the names of complete files and drafts. */
const FILE = /^([a-z0-9-]{1,40})\.iso$|^\.([a-z0-9-]{1,40})\.[0-9a-f]{12}$/;

export class DownloadDirectory {
  readonly #directory: string;

  readonly #freeBytes: (directory: string) => Promise<number>;

  constructor(directory: string, freeBytes = readFreeBytes) {
    this.#directory = directory;
    this.#freeBytes = freeBytes;
  }

  async find(name: string): Promise<Downloaded | null> {
    const path = this.#path(name);
    try {
      const { size } = await stat(path);
      return { path, bytes: size, sha256: await sha256OfFile(path) };
    } catch (error) {
      if (isNodeError(error, 'ENOENT')) return null;
      throw error;
    }
  }

  /** Returns the path for a new download. Removes drafts of earlier attempts. */
  async draft(name: string): Promise<string> {
    await mkdir(this.#directory, { recursive: true });
    await this.#dropDrafts(name);
    return join(this.#directory, `.${name}.${randomBytes(6).toString('hex')}`);
  }

  /** Renames the draft to the final file and returns its path. */
  async finish(name: string, draft: string): Promise<string> {
    const file = await open(draft, 'r');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, this.#path(name));
    return this.#path(name);
  }

  async remove(name: string): Promise<void> {
    await rm(this.#path(name), { force: true });
    await this.#dropDrafts(name);
  }

  async list(): Promise<DownloadedFile[]> {
    return (await this.#names()).flatMap((file) => {
      const [, whole, half] = FILE.exec(file) ?? [];
      const name = whole ?? half;
      return name === undefined ? [] : [{ name, path: join(this.#directory, file), isComplete: whole !== undefined }];
    });
  }

  async requireSpace(bytes: number): Promise<void> {
    if ((await this.#freeBytes(this.#directory)) < bytes + RESERVE_BYTES) {
      throw new DownloadError('There is not enough space for this file now. Try again later.', {
        retryable: false,
        fault: 'operator',
      });
    }
  }

  async #dropDrafts(name: string): Promise<void> {
    const names = await this.#names();
    for (const one of names.filter((file) => file.startsWith(`.${name}.`))) await rm(join(this.#directory, one), { force: true });
  }

  async #names(): Promise<string[]> {
    return readdir(this.#directory).catch((error: unknown) => {
      if (isNodeError(error, 'ENOENT')) return [];
      throw error;
    });
  }

  #path(name: string): string {
    if (!NAME.test(name)) throw new RangeError(`"${name}" is not a valid download name`);
    return join(this.#directory, `${name}.iso`);
  }
}
