/** Stores copies on an S3-compatible server. */
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError } from '../../error.ts';
import { mapFileError, tooLarge, verifyBytes, writeComplete } from '../bytes.ts';
import { namesIn } from '../local.ts';
import { type CopyStore, checkedKey, type FileProperties, MAX_TEXT_BYTES, type Transfer } from '../port.ts';
import { S3Client, type S3Credentials, type S3Location } from './client.ts';
import { listKeys } from './list.ts';
import { beginUpload, partBytesFor, readNote, readPart, sendParts, type UploadNote, writeNote } from './upload.ts';

const PART_BYTES = 16 * 1024 ** 2;
/** Maximum page size of S3 servers. */
const PAGE_KEYS = 1000;
/** Maximum number of consecutive broken connections without a byte received. */
const BREAKS_ALLOWED = 5;
const FIRST_PAUSE_MS = 200;

export interface S3StoreOptions extends S3Location {
  credentials: S3Credentials;
  /** Directory for the state of running uploads. */
  directory: string;
  /** Size of a part in bytes. Tests use smaller parts. */
  partBytes?: number;
  /** Page size of listings. Tests use shorter pages. */
  pageKeys?: number;
}

export class S3Store implements CopyStore {
  readonly name = 's3';
  readonly location: string;
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #directory: string;
  readonly #partBytes: number;
  readonly #pageKeys: number;

  constructor({ credentials, directory, partBytes = PART_BYTES, pageKeys = PAGE_KEYS, ...place }: S3StoreOptions) {
    this.#client = new S3Client(place, credentials);
    this.#bucket = place.bucket;
    this.location = `s3:${place.endpoint}/${place.bucket}/${place.prefix}`;
    this.#prefix = place.prefix;
    this.#directory = directory;
    this.#partBytes = partBytes;
    this.#pageKeys = pageKeys;
  }

  async put(key: string, from: { path: string } & FileProperties, transfer: Transfer = {}): Promise<void> {
    const file = await open(from.path).catch((error: unknown) => {
      throw mapFileError(error, from.path);
    });
    try {
      if (from.bytes > this.#partBytes) return await this.#putInParts(checkedKey(key), from, file, transfer);
      const body = await readPart(file, 0, from.bytes);
      await this.#client.send({ method: 'PUT', key: checkedKey(key), body, signal: transfer.signal });
      transfer.onPercent?.(100);
    } finally {
      await file.close();
    }
  }

  async get(key: string, to: { path: string } & FileProperties, transfer: Transfer = {}): Promise<void> {
    const chunks = this.#read(key, to.bytes, transfer.signal);
    await writeComplete(to.path, (write) => verifyBytes(writeThrough(chunks, write), to, key, transfer));
  }

  async verify(key: string, expected: FileProperties, transfer: Transfer = {}): Promise<void> {
    await verifyBytes(this.#read(key, expected.bytes, transfer.signal), expected, key, transfer);
  }

  async readText(key: string): Promise<string | null> {
    const found = await this.stat(key);
    if (found === null) return null;
    if (found.bytes > MAX_TEXT_BYTES) throw tooLarge(key);
    try {
      const reply = await this.#client.send({ method: 'GET', key: checkedKey(key) });
      return await reply.text();
    } catch (error) {
      // The object was removed in between.
      if (error instanceof EngineError && error.kind === 'absent') return null;
      throw error;
    }
  }

  async stat(key: string): Promise<{ bytes: number } | null> {
    try {
      const { headers } = await this.#client.send({ method: 'HEAD', key: checkedKey(key) });
      return { bytes: Number(headers.get('content-length')) };
    } catch (error) {
      if (error instanceof EngineError && error.kind === 'absent') return null;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    await this.discardUnfinished(key);
    await this.#client.send({ method: 'DELETE', key: checkedKey(key) });
  }

  list(): AsyncGenerator<string> {
    return listKeys(this.#client, this.#prefix, this.#pageKeys);
  }

  async unfinished(): Promise<string[]> {
    return (await namesIn(this.#directory)).flatMap((name) => /^([^.].*)\.json$/.exec(name)?.[1] ?? []);
  }

  async discardUnfinished(key: string): Promise<void> {
    const note = await readNote(this.#notePath(key));
    if (note) await this.#abort(note);
  }

  describeLocation(key: string): string {
    return `s3://${this.#bucket}/${this.#prefix}${checkedKey(key)}`;
  }

  async freeBytes(): Promise<null> {
    return null;
  }

  async #putInParts(
    key: string,
    from: FileProperties,
    file: Awaited<ReturnType<typeof open>>,
    transfer: Transfer,
  ): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    const { bytes, sha256 } = from;
    const partBytes = partBytesFor(bytes, this.#partBytes);
    let note = await readNote(this.#notePath(key));
    if (note && (note.sha256 !== sha256 || note.bytes !== bytes || note.partBytes !== partBytes)) {
      await this.#abort(note);
      note = null;
    }
    note ??= await this.#begin({ key, bytes, sha256, partBytes }, transfer);
    try {
      await sendParts(this.#client, note, this.#notePath(key), file, transfer);
    } catch (error) {
      if (!(error instanceof EngineError && error.kind === 'absent')) throw error;
      // The upload is unknown to the server: it expired, or was completed just before a crash.
      await this.#forget(key);
      if ((await this.stat(key))?.bytes !== bytes) throw new EngineError('network', error.message, { cause: error });
    }
    await this.#forget(key);
  }

  /** Yields the object's bytes. Resumes a broken connection at the byte where it broke. */
  async *#read(key: string, bytes: number, signal?: AbortSignal): AsyncGenerator<Buffer> {
    for (let at = 0, breaks = 0; at < bytes; ) {
      const reply = await this.#client.send({ method: 'GET', key: checkedKey(key), headers: { range: `bytes=${at}-` }, signal });
      checkRange(reply, key, at, bytes);
      try {
        for await (const part of reply.body ?? []) {
          const chunk = Buffer.from(part);
          at += chunk.length;
          breaks = 0;
          yield chunk;
        }
      } catch (error) {
        signal?.throwIfAborted();
        if (breaks >= BREAKS_ALLOWED) throw new EngineError('network', `reading ${key} broke off at ${at}`, { cause: error });
      }
      breaks += 1;
      if (at < bytes) await sleep(FIRST_PAUSE_MS * 2 ** breaks, undefined, { signal });
    }
  }

  async #begin(file: Parameters<typeof beginUpload>[1], transfer: Transfer): Promise<UploadNote> {
    const note = await beginUpload(this.#client, file, transfer.signal);
    await writeNote(this.#notePath(note.key), note);
    return note;
  }

  async #abort({ key, uploadId }: UploadNote): Promise<void> {
    try {
      await this.#client.send({ method: 'DELETE', key, query: { uploadId } });
    } catch (error) {
      // Already gone, or unsupported: the bucket's lifecycle rules remove unfinished uploads.
      if (!(error instanceof EngineError) || error.retryable) throw error;
    }
    await this.#forget(key);
  }

  #forget(key: string): Promise<void> {
    return rm(this.#notePath(key), { force: true });
  }

  #notePath(key: string): string {
    return join(this.#directory, `${checkedKey(key)}.json`);
  }
}

/** Throws unless the reply starts at the requested offset of an object of the expected size. */
function checkRange(reply: Response, key: string, at: number, bytes: number): void {
  const [, from, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(reply.headers.get('content-range') ?? '') ?? [];
  if (Number(from) === at && Number(total) === bytes) return;
  throw new EngineError('image', `${key} differs from what was stored: ${total ?? 'unknown'} bytes instead of ${bytes}`, {
    retryable: false,
  });
}

async function* writeThrough(chunks: AsyncIterable<Buffer>, write: (chunk: Buffer) => Promise<void>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    await write(chunk);
    yield chunk;
  }
}
