/** Writes files that are either complete or absent, even if the process dies while writing. */
import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Replaces `path` atomically. Unless `durable` is `false`, the new content also survives a power failure. */
export async function writeAtomic(path: string, content: string, options: { mode?: number; durable?: boolean } = {}) {
  const draft = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`);
  const file = await open(draft, 'wx', options.mode ?? 0o600);
  try {
    await file.writeFile(content);
    if (options.durable ?? true) await file.sync();
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

/** Flushes a directory, because a power failure could otherwise undo the creation or the rename of a file in it. */
export async function flushDirectory(directory: string): Promise<void> {
  await flush(directory);
}

/** Flushes the content of a file that another process may have written. */
export async function flushFile(path: string): Promise<void> {
  await flush(path);
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Returns the file's text, or `null` if the file does not exist. */
export async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isNodeError(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Returns whether the error is one of Node.js with any of these codes. */
export function isNodeError(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
