/** Opens a file of ranges in any of the known formats. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { PassThrough, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { readCsv } from './csv.ts';
import { GeoDataError, type GeoKind, type GeoRecord } from './record.ts';

export interface GeoFile {
  /** SHA-256 in hex. */
  sha256: string;
  /** Build time that the file declares. Otherwise the time of its last change. */
  builtAt: Date;
  /** Records in no particular order. Iteration throws `GeoDataError`. */
  records: AsyncIterable<GeoRecord> | Iterable<GeoRecord>;
}

/** Maximum size of a MaxMind DB, which is held in memory. All countries have 10 MB, autonomous systems 12 MB. */
export const MAX_MMDB_BYTES = 256 << 20;
/** Maximum size of an unpacked CSV. All ranges of the internet have 60 MB. */
const MAX_CSV_BYTES = 2 ** 31;

const MMDB_MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');

/** Opens the file. Throws `GeoDataError` if it cannot be read. */
export async function readGeoFile(path: string, kind: GeoKind): Promise<GeoFile> {
  try {
    const { size, mtime } = await withFile(path, (file) => file.stat());
    const sha256 = await hashOf(path);
    if (await isMmdb(path, size)) {
      if (size > MAX_MMDB_BYTES) throw new GeoDataError('The file is larger than 256 MB.');
      // The reader is loaded only for MaxMind DBs.
      const { readMmdb } = await import('./mmdb.ts');
      return { sha256, ...readMmdb(await withFile(path, (file) => file.readFile()), kind) };
    }
    return { sha256, builtAt: mtime, records: readRecords(path, kind) };
  } catch (error) {
    if (error instanceof GeoDataError || !(error instanceof Error)) throw error;
    throw new GeoDataError(`The file can't be read: ${error.message}`);
  }
}

/** Reads the records of a CSV. Opens the file at the first record, and closes it even if not all records are read. */
async function* readRecords(path: string, kind: GeoKind): AsyncGenerator<GeoRecord> {
  const text = await textOf(path);
  try {
    yield* readCsv(text, kind);
  } finally {
    text.destroy();
  }
}

/** Opens a regular file, also through links. Devices and pipes could block or never end. Throws `GeoDataError` for anything else. */
async function openRegularFile(path: string): Promise<FileHandle> {
  // Without O_NONBLOCK, opening a pipe would wait for its writer.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  let isRegular = false;
  try {
    isRegular = (await file.stat()).isFile();
  } finally {
    if (!isRegular) await file.close();
  }
  if (!isRegular) throw new GeoDataError('This is no regular file.');
  return file;
}

async function withFile<T>(path: string, read: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await openRegularFile(path);
  try {
    return await read(file);
  } finally {
    await file.close();
  }
}

/** Returns the content of a regular file. The end of the stream closes the file. */
const streamOf = async (path: string): Promise<Readable> => (await openRegularFile(path)).createReadStream();

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(await streamOf(path), hash);
  return hash.digest('hex');
}

/** Returns whether the file is a MaxMind DB. The marker is within the last 128 KB. */
async function isMmdb(path: string, size: number): Promise<boolean> {
  const tail = await bytesOf(path, Math.max(0, size - 128 * 1024), 128 * 1024);
  return tail.includes(MMDB_MARKER);
}

function bytesOf(path: string, position: number, max: number): Promise<Buffer> {
  return withFile(path, async (file) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(max), 0, max, position);
    return buffer.subarray(0, bytesRead);
  });
}

async function textOf(path: string): Promise<Readable> {
  const packed = (await bytesOf(path, 0, 2)).equals(Buffer.from([0x1f, 0x8b]));
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(bytes > MAX_CSV_BYTES ? new GeoDataError('The file is larger than 2 GB.') : null, chunk);
    },
  });
  // Errors also reach the reader of the text.
  pipeline(await streamOf(path), packed ? createGunzip() : new PassThrough(), counted).catch(() => {});
  return counted;
}
