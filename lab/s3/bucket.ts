/** Objects and unfinished uploads of one bucket, in memory. */
import { createHash, randomBytes } from 'node:crypto';
import { S3Error } from './errors.ts';

export interface StoredObject {
  content: Buffer;
  /** ETag in quotes. */
  etag: string;
  modified: Date;
}

export interface NamedPart {
  number: number;
  etag: string;
}

interface Upload {
  key: string;
  parts: Map<number, StoredObject>;
}

const MAX_PARTS = 10_000;

export class Bucket {
  readonly objects = new Map<string, StoredObject>();
  readonly #uploads = new Map<string, Upload>();

  /** Returns the keys of unfinished uploads. */
  uploadKeys(): string[] {
    return [...this.#uploads.values()].map(({ key }) => key);
  }

  /** Returns an object. Throws `NoSuchKey`. */
  get(key: string): StoredObject {
    const object = this.objects.get(key);
    if (!object) throw new S3Error('NoSuchKey');
    return object;
  }

  put(key: string, content: Buffer): StoredObject {
    const object = objectOf(content);
    this.objects.set(key, object);
    return object;
  }

  /** Begins an upload and returns its id. */
  beginUpload(key: string): string {
    const id = randomBytes(16).toString('hex');
    this.#uploads.set(id, { key, parts: new Map() });
    return id;
  }

  /**
   * Stores a part and replaces an earlier one with its number. Throws `NoSuchUpload`, or `InvalidArgument` unless the number is 1 to
   * 10,000.
   */
  putPart({ key, id, number }: { key: string; id: string; number: number }, content: Buffer): StoredObject {
    const { parts } = this.#upload(key, id);
    if (!Number.isInteger(number) || number < 1 || number > MAX_PARTS) throw new S3Error('InvalidArgument');
    const part = objectOf(content);
    parts.set(number, part);
    return part;
  }

  /**
   * Makes an object of the named parts and drops the others. S3 also requires at least 5 MiB of each part but the last. Here parts may be
   * smaller, so that tests stay quick. Throws `NoSuchUpload`, `InvalidPartOrder` or `InvalidPart`.
   */
  completeUpload(key: string, id: string, named: readonly NamedPart[]): StoredObject {
    const { parts } = this.#upload(key, id);
    if (named.some(({ number }, i) => number <= (named[i - 1]?.number ?? 0))) throw new S3Error('InvalidPartOrder');
    const contents = named.map(({ number, etag }) => {
      const part = parts.get(number);
      if (!part || part.etag.replaceAll('"', '') !== etag.replaceAll('"', '')) throw new S3Error('InvalidPart');
      return part.content;
    });
    const object = objectOf(Buffer.concat(contents));
    // S3 marks the ETag of an upload in parts, because it is not the MD5 of the content.
    object.etag = `"${md5(Buffer.concat(contents.map((one) => md5(one)))).toString('hex')}-${named.length}"`;
    this.objects.set(key, object);
    this.#uploads.delete(id);
    return object;
  }

  /** Drops an upload. Throws `NoSuchUpload`. */
  abortUpload(key: string, id: string): void {
    this.#upload(key, id);
    this.#uploads.delete(id);
  }

  #upload(key: string, id: string): Upload {
    const upload = this.#uploads.get(id);
    if (upload?.key !== key) throw new S3Error('NoSuchUpload');
    return upload;
  }
}

const md5 = (content: Buffer): Buffer => createHash('md5').update(content).digest();
const objectOf = (content: Buffer): StoredObject => ({
  content,
  etag: `"${md5(content).toString('hex')}"`,
  modified: new Date(),
});
