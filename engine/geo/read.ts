/** Opens a file of ranges, whatever of the known formats it has. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { PassThrough, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { readCsv } from './csv.ts';
import { GeoDataError, type GeoKind, type GeoRecord } from './record.ts';

export interface GeoFile {
  /** Hexadecimal. */
  sha256: string;
  /** When the publisher made it, as the file says, else when it was last changed. */
  builtAt: Date;
  /** In no certain order. Fails with `GeoDataError`. */
  records: AsyncIterable<GeoRecord> | Iterable<GeoRecord>;
}

/** A MaxMind DB is held in memory: those of all countries have 10 MB, of autonomous systems 12 MB. */
export const MOST_MMDB_BYTES = 256 << 20;
/** Of a CSV that is unpacked; all ranges of the internet have 60 MB. */
const MOST_CSV_BYTES = 2 ** 31;

const MMDB_MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');

/** Fails with `GeoDataError` when it can't be read. */
export async function readGeoFile(path: string, kind: GeoKind): Promise<GeoFile> {
  try {
    const { size, mtime } = await stat(path);
    const sha256 = await hashOf(path);
    if (await isMmdb(path, size)) {
      if (size > MOST_MMDB_BYTES) throw new GeoDataError('The file is larger than 256 MB.');
      // Its reader is loaded for those alone who have such a file.
      const { readMmdb } = await import('./mmdb.ts');
      return { sha256, ...readMmdb(await readFile(path), kind) };
    }
    return { sha256, builtAt: mtime, records: readCsv(await textOf(path), kind) };
  } catch (error) {
    if (error instanceof GeoDataError || !(error instanceof Error)) throw error;
    throw new GeoDataError(`The file can't be read: ${error.message}`);
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Its marker is within the last 128 KB. */
async function isMmdb(path: string, size: number): Promise<boolean> {
  const tail = await bytesOf(path, Math.max(0, size - 128 * 1024), 128 * 1024);
  return tail.includes(MMDB_MARKER);
}

async function bytesOf(path: string, position: number, most: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(most), 0, most, position);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function textOf(path: string): Promise<Readable> {
  const packed = (await bytesOf(path, 0, 2)).equals(Buffer.from([0x1f, 0x8b]));
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(bytes > MOST_CSV_BYTES ? new GeoDataError('The file is larger than 2 GB.') : null, chunk);
    },
  });
  // Its failure reaches who reads the text.
  pipeline(createReadStream(path), packed ? createGunzip() : new PassThrough(), counted).catch(() => {});
  return counted;
}
