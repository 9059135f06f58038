/** AWS signature version 4 in the Authorization header, as servers verify it. Presigned URLs and chunked signatures are refused. */
import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { S3Error } from './errors.ts';

export interface SignedRequest {
  method: string;
  /** Path and query as sent. */
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Verifier {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  now: Date;
}

const AUTHORIZATION = /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
const DATE = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
const MAX_SKEW_MS = 15 * 60_000;

/** Throws `S3Error` unless the request is signed as a whole: method, path, query, host, every x-amz header, and the hash of its body. */
export function requireSignature(request: SignedRequest, { accessKeyId, secretAccessKey, region, now }: Verifier): void {
  const { headers, body } = request;
  const [, id, scope = '', signedHeaders = '', signature] = AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  if (id === undefined) throw new S3Error('AccessDenied');
  if (id !== accessKeyId) throw new S3Error('InvalidAccessKeyId');
  const date = String(headers['x-amz-date']);
  // The comparison is false for NaN, so a malformed date is refused too.
  if (!(Math.abs(now.getTime() - Date.parse(date.replace(DATE, '$1-$2-$3T$4:$5:$6Z'))) <= MAX_SKEW_MS))
    throw new S3Error('RequestTimeTooSkewed');
  if (scope !== `${date.slice(0, 8)}/${region}/s3/aws4_request`) throw new S3Error('AuthorizationHeaderMalformed');
  const names = signedHeaders.split(';');
  const required = ['host', 'x-amz-content-sha256', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  if (!required.every((name) => names.includes(name))) throw new S3Error('AccessDenied');

  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonicalRequest(request, names))].join('\n');
  const key = scope.split('/').reduce<Buffer>((made, part) => hmac(made, part), Buffer.from(`AWS4${secretAccessKey}`));
  if (hmac(key, text).toString('hex') !== signature) throw new S3Error('SignatureDoesNotMatch');
  // S3 accepts UNSIGNED-PAYLOAD. Here it is an error, because the driver promises that the server verifies bodies.
  if (headers['x-amz-content-sha256'] !== sha256(body)) throw new S3Error('XAmzContentSHA256Mismatch');
}

function canonicalRequest({ method, url, headers }: SignedRequest, names: readonly string[]): string {
  const { path, query } = splitUrl(url);
  const pairs = [...query].map(([name, value]) => [percentEncode(name), percentEncode(value)] as const);
  return [
    method,
    path.split('/').map(percentEncode).join('/'),
    // Sorts by name, then by value. Sorted as pairs, `a-b=` would come before `a=`.
    pairs
      .sort(([nameA, valueA], [nameB, valueB]) => compare(nameA, nameB) || compare(valueA, valueB))
      .map((pair) => pair.join('='))
      .join('&'),
    ...names.toSorted().map((name) => `${name}:${String(headers[name]).trim().replace(/\s+/g, ' ')}`),
    '',
    names.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n');
}

/** Decodes the path and query of a request. Throws `S3Error` if the path is not percent-encoded UTF-8. */
export function splitUrl(url: string): { path: string; query: URLSearchParams } {
  const [path = '', query] = url.split(/\?(.*)/s);
  try {
    return { path: decodeURIComponent(path), query: new URLSearchParams(query) };
  } catch {
    throw new S3Error('InvalidURI');
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
/** Percent-encodes all but the unreserved characters of RFC 3986. */
const percentEncode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const sha256 = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();
