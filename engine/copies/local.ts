/**
 * Stores copies in a directory. If the local file is on the same file system, both become hard links. Copies never change, so their bytes
 * need not be written twice.
 */
import { createReadStream } from 'node:fs';
import { link, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { isNodeError, readIfThere } from '../atomic.ts';
import {
  draftOf,
  keyOfDraft,
  mapFileError,
  moveIntoPlace,
  percentReporter,
  syncPath,
  tooLarge,
  verifyBytes,
  writeComplete,
} from './bytes.ts';
import { type CopyStore, checkedKey, type FileProperties, isKey, MAX_TEXT_BYTES, type Transfer } from './port.ts';

export class LocalStore implements CopyStore {
  readonly name: string;
  readonly location: string | null;
  readonly directory: string;

  constructor(options: { name: string; directory: string; location?: string }) {
    this.name = options.name;
    this.location = options.location ?? null;
    this.directory = options.directory;
  }

  async put(key: string, from: { path: string } & FileProperties, transfer: Transfer = {}): Promise<void> {
    const path = this.#path(key);
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    if (await createHardLink(from.path, path)) transfer.onPercent?.(100);
    else await writeComplete(path, (write) => copyBytes(from.path, from.bytes, write, transfer));
  }

  async get(key: string, to: { path: string } & FileProperties, transfer: Transfer = {}): Promise<void> {
    const path = this.#path(key);
    await this.verify(key, to, transfer);
    if (!(await createHardLink(path, to.path)))
      await writeComplete(to.path, (write) => copyBytes(path, to.bytes, write, transfer));
  }

  async verify(key: string, expected: FileProperties, transfer: Transfer = {}): Promise<void> {
    const path = this.#path(key);
    await verifyBytes(read(path), expected, path, transfer);
  }

  async readText(key: string): Promise<string | null> {
    const found = await this.stat(key);
    if (found === null) return null;
    if (found.bytes > MAX_TEXT_BYTES) throw tooLarge(key);
    return readIfThere(this.#path(key));
  }

  async stat(key: string): Promise<{ bytes: number } | null> {
    try {
      return { bytes: (await stat(this.#path(key))).size };
    } catch (error) {
      if (isNodeError(error, 'ENOENT')) return null;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    const path = this.#path(key);
    await rm(path, { force: true });
    await this.discardUnfinished(key);
  }

  async *list(): AsyncGenerator<string> {
    yield* (await namesIn(this.directory)).filter(isKey);
  }

  async unfinished(): Promise<string[]> {
    const keys = (await namesIn(this.directory)).flatMap((name) => keyOfDraft(name) ?? []);
    return [...new Set(keys)].filter(isKey);
  }

  async discardUnfinished(key: string): Promise<void> {
    for (const name of await namesIn(this.directory)) {
      if (keyOfDraft(name) === key) await rm(join(this.directory, name), { force: true });
    }
  }

  describeLocation(key: string): string {
    return this.#path(key);
  }

  async freeBytes(): Promise<bigint> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    const { bavail, bsize } = await statfs(this.directory, { bigint: true });
    return bavail * bsize;
  }

  #path(key: string): string {
    return join(this.directory, checkedKey(key));
  }
}

/** Replaces `to` with a hard link to the file. Returns false if the two paths cannot be linked. */
async function createHardLink(from: string, to: string): Promise<boolean> {
  const draft = draftOf(to);
  try {
    await link(from, draft);
  } catch (error) {
    if (isNodeError(error, 'EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP')) return false;
    throw mapFileError(error, from);
  }
  await syncPath(draft);
  // If both are hard links to the same file, the rename leaves both in place.
  await moveIntoPlace(draft, to);
  await rm(draft, { force: true });
  return true;
}

async function copyBytes(
  from: string,
  bytes: number,
  write: (chunk: Buffer) => Promise<void>,
  transfer: Transfer,
): Promise<void> {
  const report = percentReporter(bytes, transfer);
  let done = 0;
  for await (const chunk of read(from)) {
    transfer.signal?.throwIfAborted();
    await write(chunk);
    done += chunk.length;
    report(done);
  }
}

async function* read(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>;
  } catch (error) {
    throw mapFileError(error, path);
  }
}

/** Lists the names in a directory. Empty if the directory does not exist. */
export async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (isNodeError(error, 'ENOENT')) return [];
    throw error;
  }
}
