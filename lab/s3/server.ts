/**
 * An S3 server in this process, for tests. It is strict: every request must be signed, and operations that the S3 driver does not use are
 * `NotImplemented`. Objects are kept in memory.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Bucket } from './bucket.ts';
import { S3Error } from './errors.ts';
import { runOperation, type S3Reply } from './operations.ts';
import { requireSignature, splitUrl } from './signature.ts';
import { xmlReply } from './xml.ts';

export interface S3Server {
  /** URL such as `http://127.0.0.1:4711`. */
  endpoint: string;
  port: number;
  bucket: string;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  /** Returns the keys of all objects. */
  keys(): string[];
  /** Returns the keys of all unfinished uploads. */
  uploads(): string[];
  /** Flips a bit of a stored object. */
  corrupt(key: string): void;
  close(): Promise<void>;
}

const BUCKET = 'copies';
const REGION = 'eu-central-1';
const CREDENTIALS = { accessKeyId: 'LABKEYID', secretAccessKey: 'lab/secret+key=' };
/** Headers of the x-amz family that the server understands. It would not do what other headers request. */
const KNOWN_HEADERS = ['x-amz-date', 'x-amz-content-sha256'];

export async function openS3Server(): Promise<S3Server> {
  const bucket = new Bucket();
  const server = createServer((request, response) => void serve(bucket, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    port,
    bucket: BUCKET,
    region: REGION,
    credentials: CREDENTIALS,
    keys: () => [...bucket.objects.keys()],
    uploads: () => bucket.uploadKeys(),
    corrupt(key) {
      const { content } = bucket.get(key);
      const middle = content.length >> 1;
      content[middle] = (content[middle] ?? 0) ^ 1;
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

async function serve(bucket: Bucket, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, headers, body } = await replyTo(bucket, request);
  response.writeHead(status, { ...headers, 'content-length': body.length, 'x-amz-request-id': randomUUID() });
  response.end(request.method === 'HEAD' ? undefined : body);
}

async function replyTo(bucket: Bucket, request: IncomingMessage): Promise<S3Reply> {
  const { url = '' } = request;
  try {
    return await handle(bucket, request);
  } catch (error) {
    const { status, code } = error instanceof S3Error ? error : new S3Error('InternalError');
    const message = error instanceof Error ? error.message : String(error);
    return { status, ...xmlReply({ Error: { Code: code, Message: message, Resource: url } }) };
  }
}

async function handle(bucket: Bucket, request: IncomingMessage): Promise<S3Reply> {
  const { method = '', url = '', headers } = request;
  if (method === 'PUT' && headers['content-length'] === undefined) throw new S3Error('MissingContentLength');
  const body = await buffer(request).catch(() => {
    throw new S3Error('IncompleteBody');
  });
  requireSignature({ method, url, headers, body }, { ...CREDENTIALS, region: REGION, now: new Date() });
  if (Object.keys(headers).some((name) => name.startsWith('x-amz-') && !KNOWN_HEADERS.includes(name)))
    throw new S3Error('NotImplemented');
  const { path, query } = splitUrl(url);
  const [, name, key] = /^\/([^/]*)(?:\/(.*))?$/s.exec(path) ?? [];
  if (name !== BUCKET) throw new S3Error('NoSuchBucket');
  return runOperation(bucket, { method, key: key || null, query, headers, body });
}
