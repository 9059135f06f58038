/** The S3 operations that the driver uses, in one table by method, target and query. All others are `NotImplemented`. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Bucket } from './bucket.ts';
import { S3Error } from './errors.ts';
import { getObject } from './get-object.ts';
import { listPage } from './list.ts';
import { readNamedParts, xmlReply } from './xml.ts';

export interface S3Request {
  method: string;
  /** Key of the object, or `null` for the bucket itself. */
  key: string | null;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface S3Reply {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

interface Operation {
  method: string;
  target: 'bucket' | 'object';
  /** Parameters that the query must have. It may have only these and `optional`. */
  required?: readonly string[];
  optional?: readonly string[];
  run(bucket: Bucket, request: S3Request & { key: string }): Partial<S3Reply>;
}

const OPERATIONS: readonly Operation[] = [
  {
    method: 'GET',
    target: 'bucket',
    required: ['list-type'],
    optional: ['prefix', 'delimiter', 'max-keys', 'continuation-token'],
    run: listObjects,
  },
  {
    method: 'PUT',
    target: 'object',
    run: (bucket, { key, body }) => ({ headers: { etag: bucket.put(key, body).etag } }),
  },
  { method: 'GET', target: 'object', run: getObject },
  { method: 'HEAD', target: 'object', run: getObject },
  {
    method: 'DELETE',
    target: 'object',
    run(bucket, { key }) {
      bucket.objects.delete(key);
      return { status: 204 };
    },
  },
  {
    method: 'POST',
    target: 'object',
    required: ['uploads'],
    run: (bucket, { key }) => xmlReply({ InitiateMultipartUploadResult: { Key: key, UploadId: bucket.beginUpload(key) } }),
  },
  {
    method: 'PUT',
    target: 'object',
    required: ['partNumber', 'uploadId'],
    run(bucket, { key, query, body }) {
      const part = bucket.putPart({ key, id: uploadIdOf(query), number: integerIn(query, 'partNumber', 0) }, body);
      return { headers: { etag: part.etag } };
    },
  },
  {
    method: 'POST',
    target: 'object',
    required: ['uploadId'],
    run(bucket, { key, query, body }) {
      const { etag } = bucket.completeUpload(key, uploadIdOf(query), readNamedParts(body));
      return xmlReply({ CompleteMultipartUploadResult: { Key: key, ETag: etag } });
    },
  },
  {
    method: 'DELETE',
    target: 'object',
    required: ['uploadId'],
    run(bucket, { key, query }) {
      bucket.abortUpload(key, uploadIdOf(query));
      return { status: 204 };
    },
  },
];

/** Runs the operation of a verified request. Throws `S3Error`. */
export function runOperation(bucket: Bucket, request: S3Request): S3Reply {
  const { method, key, query } = request;
  const names = [...query.keys()];
  const operation = OPERATIONS.find(
    ({ target, required = [], optional = [], ...one }) =>
      one.method === method &&
      target === (key === null ? 'bucket' : 'object') &&
      required.every((name) => names.includes(name)) &&
      names.every((name) => required.includes(name) || optional.includes(name)),
  );
  if (!operation) throw new S3Error('NotImplemented');
  const reply = operation.run(bucket, { ...request, key: key ?? '' });
  return { status: 200, headers: {}, body: Buffer.alloc(0), ...reply };
}

function listObjects(bucket: Bucket, { query }: S3Request): Partial<S3Reply> {
  if (query.get('list-type') !== '2') throw new S3Error('NotImplemented');
  const maxKeys = integerIn(query, 'max-keys', 1000);
  const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter') ?? ''];
  const token = query.get('continuation-token');
  const page = listPage(bucket.objects.keys(), { prefix, delimiter, maxKeys, token });
  return xmlReply({
    ListBucketResult: {
      Prefix: prefix,
      KeyCount: page.keys.length + page.commonPrefixes.length,
      MaxKeys: maxKeys,
      IsTruncated: page.nextToken !== null,
      ...(page.nextToken !== null && { NextContinuationToken: page.nextToken }),
      Contents: page.keys.map((key) => {
        const { content, etag, modified } = bucket.get(key);
        return { Key: key, LastModified: modified.toISOString(), ETag: etag, Size: content.length, StorageClass: 'STANDARD' };
      }),
      CommonPrefixes: page.commonPrefixes.map((one) => ({ Prefix: one })),
    },
  });
}

const uploadIdOf = (query: URLSearchParams): string => query.get('uploadId') ?? '';

/** Returns a number of the query, or the default. Throws `InvalidArgument` for anything but digits. */
function integerIn(query: URLSearchParams, name: string, standard: number): number {
  const text = query.get(name);
  if (text === null) return standard;
  if (!/^\d{1,9}$/.test(text)) throw new S3Error('InvalidArgument');
  return Number(text);
}
