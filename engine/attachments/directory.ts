import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chown, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure } from '@innkeeper/model/failures';
import { isNodeError } from '../atomic.ts';
import { openByteMeter } from '../byte-meter.ts';
import { ATTACHMENT_KEY, type AttachmentPort, type ListedFile, type StoredFile } from './port.ts';

/** Free space in bytes that files of tickets leave, because the database may be on the same disk. */
const RESERVE_BYTES = 1024 ** 3;

/** Ending of the names of files that are still being written. */
export const ATTACHMENT_DRAFT = '.draft';

/** Stores attachments in an existing directory of the writing user. Each file is named by its key. */
export function openAttachmentDirectory(directory: string, { reserveBytes = RESERVE_BYTES } = {}): AttachmentPort {
  const at = (name: string): string => path.join(directory, name);

  const draftOf = async (content: Readable, draft: string, signal: AbortSignal): Promise<Omit<StoredFile, 'key'>> => {
    const meter = openByteMeter();
    await pipeline(content, meter.stream, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }), { signal });
    return meter.read();
  };

  return {
    async write(content, signal) {
      // The stream may fail before it is read. Without a listener that would end the process.
      content.on('error', () => undefined);
      const draft = at(`${randomBytes(8).toString('hex')}${ATTACHMENT_DRAFT}`);
      try {
        const { bavail, bsize } = await statfs(directory);
        if (bavail * bsize < reserveBytes) throw noRoom();
        const stored = await draftOf(content, draft, signal);
        await toOwner(draft, directory);
        const key = `${stored.sha256}-${randomBytes(8).toString('hex')}`;
        await rename(draft, at(key));
        await flushed(directory);
        return { key, ...stored };
      } catch (error) {
        content.resume();
        await rm(draft, { force: true });
        throw isNodeError(error, 'ENOSPC', 'EDQUOT') ? noRoom(error) : error;
      }
    },
    async read(key) {
      if (!ATTACHMENT_KEY.test(key)) throw new Error(`${key} is no key of a file`);
      try {
        return (await open(at(key))).createReadStream();
      } catch (error) {
        if (isNodeError(error, 'ENOENT')) return undefined;
        throw error;
      }
    },
    async remove(names) {
      for (const name of names) await rm(at(path.basename(name)), { force: true });
    },
    async list() {
      const files: ListedFile[] = [];
      for (const name of await readdir(directory)) {
        const modifiedAt = await modified(at(name));
        if (modifiedAt) files.push({ key: ATTACHMENT_KEY.test(name) ? name : null, name, modifiedAt });
      }
      return files;
    },
  };
}

/** Hands a file to the directory's owner. The API owns the directory, and the command line writes as root. */
async function toOwner(file: string, directory: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(directory);
  if (uid !== 0) await chown(file, uid, gid);
}

const noRoom = (cause?: unknown): Failure =>
  new Failure('unavailable', { message: 'There is not enough disk space for files at the moment. Try again later.', cause });

/** Makes a rename durable, so that it survives a crash of the host. */
async function flushed(directory: string): Promise<void> {
  const handle = await open(directory);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function modified(file: string): Promise<Date | undefined> {
  try {
    return (await stat(file)).mtime;
  } catch (error) {
    if (isNodeError(error, 'ENOENT')) return undefined;
    throw error;
  }
}
