/** Implements GetObject and HeadObject. */
import type { Bucket, StoredObject } from './bucket.ts';
import { S3Error } from './errors.ts';
import type { S3Reply, S3Request } from './operations.ts';

/** Returns the object, or the range that the request names. Throws `NoSuchKey` and the errors of `rangeOf`. */
export function getObject(bucket: Bucket, { key, headers }: S3Request & { key: string }): Partial<S3Reply> {
  const object = bucket.get(key);
  const [from, end] = rangeOf(headers.range, object);
  const facts = {
    etag: object.etag,
    'last-modified': object.modified.toUTCString(),
    'accept-ranges': 'bytes',
    'content-type': 'binary/octet-stream',
  };
  const body = object.content.subarray(from, end);
  if (headers.range === undefined) return { headers: facts, body };
  const range = `bytes ${from}-${end - 1}/${object.content.length}`;
  return { status: 206, headers: { ...facts, 'content-range': range }, body };
}

/**
 * Returns the offsets of the first byte and of the end (exclusive). Throws `InvalidRange`, or `NotImplemented` for anything but one
 * `bytes=FROM-TO`.
 */
function rangeOf(header: string | undefined, { content }: StoredObject): [number, number] {
  if (header === undefined) return [0, content.length];
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(header) ?? [];
  if (from === undefined) throw new S3Error('NotImplemented');
  const end = Math.min(to === '' ? content.length : Number(to) + 1, content.length);
  if (Number(from) >= end) throw new S3Error('InvalidRange');
  return [Number(from), end];
}
