import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { S3Client, type S3Request } from '@innkeeper/engine/copies/s3/client';
import { AwsClient } from 'aws4fetch';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openS3Server, type S3Server } from './server.ts';

let s3: S3Server;
beforeEach(async () => {
  s3 = await openS3Server();
});
afterEach(() => s3.close());

/** Sends a request signed by the driver's client. */
function ask(method: S3Request['method'], key: string | null, request: Partial<S3Request> = {}, bucket = s3.bucket) {
  const { endpoint, region, credentials } = s3;
  return new S3Client({ endpoint, bucket, region, prefix: '' }, credentials).send({ method, key, ...request });
}
const put = (key: string, content: string, query: Record<string, string> = {}) =>
  ask('PUT', key, { body: Buffer.from(content), query });
const textOf = async (reply: Promise<Response>) => (await reply).text();
const refused = (status: number, code: string) =>
  expect.objectContaining({ message: expect.stringContaining(`: ${status} ${code}`) as string }) as Error;
const valueIn = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? expect.fail(xml);

describe('an object of the test server', () => {
  it('is returned with its ETag, until it is deleted', async () => {
    const { headers } = await put('a dir/ä (b)&c.txt', 'hello');
    expect(headers.get('etag')).toBe('"5d41402abc4b2a76b9719d911017c592"');
    expect(s3.keys()).toEqual(['a dir/ä (b)&c.txt']);
    expect(await textOf(ask('GET', 'a dir/ä (b)&c.txt'))).toBe('hello');
    const head = await ask('HEAD', 'a dir/ä (b)&c.txt');
    expect(Object.fromEntries(head.headers)).toMatchObject({ 'content-length': '5', etag: headers.get('etag') });
    for (let i = 0; i < 2; i += 1) expect((await ask('DELETE', 'a dir/ä (b)&c.txt')).status).toBe(204);
    await expect(ask('GET', 'a dir/ä (b)&c.txt')).rejects.toThrow(refused(404, 'NoSuchKey'));
    await expect(ask('HEAD', 'a dir/ä (b)&c.txt')).rejects.toMatchObject({ kind: 'absent' });
  });

  it('can be read in ranges', async () => {
    await put('a', '0123456789');
    for (const [range, content, answer] of [
      ['bytes=0-', '0123456789', 'bytes 0-9/10'],
      ['bytes=3-5', '345', 'bytes 3-5/10'],
      ['bytes=9-99', '9', 'bytes 9-9/10'],
    ] as const) {
      const reply = await ask('GET', 'a', { headers: { range } });
      expect([reply.status, reply.headers.get('content-range'), await reply.text()]).toEqual([206, answer, content]);
    }
    expect((await ask('GET', 'a')).status).toBe(200);
    for (const range of ['bytes=10-', 'bytes=5-4'])
      await expect(ask('GET', 'a', { headers: { range } })).rejects.toThrow(refused(416, 'InvalidRange'));
  });

  it('is not stored from a body shorter than its length, or without a length', async () => {
    const { port, bucket, endpoint, region, credentials } = s3;
    // The signature and the hash are those of `hello`. Only the length is wrong.
    const hash = createHash('sha256').update('hello').digest('hex');
    const client = new AwsClient({ ...credentials, region, service: 's3' });
    const { headers } = await client.sign(`${endpoint}/${bucket}/a`, {
      method: 'PUT',
      headers: { 'x-amz-content-sha256': hash },
    });
    const signed = [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const send = (rest: string): Promise<string> => {
      const socket = connect(port, '127.0.0.1');
      socket.end(`PUT /${bucket}/a HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: close\r\n${signed}${rest}`);
      return text(socket);
    };
    expect(await send('content-length: 10\r\n\r\nhello')).not.toContain('200 OK');
    expect(await send('transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n')).toContain('>MissingContentLength<');
    expect(s3.keys()).toEqual([]);
    expect(await send('content-length: 5\r\n\r\nhello')).toContain('200 OK');
    expect(s3.keys()).toEqual(['a']);
  });
});

describe('an upload in parts', () => {
  const begin = async (key: string) => valueIn(await textOf(ask('POST', key, { query: { uploads: '' } })), 'UploadId');
  const part = async (key: string, uploadId: string, partNumber: number, content: string) =>
    (await put(key, content, { partNumber: String(partNumber), uploadId })).headers.get('etag') ?? '';
  const complete = (key: string, uploadId: string, parts: readonly (readonly [number, string])[]) => {
    const all = parts.map(([number, etag]) => `<Part><ETag>${etag}</ETag><PartNumber>${number}</PartNumber></Part>`);
    const body = Buffer.from(`<CompleteMultipartUpload>${all.join('')}</CompleteMultipartUpload>`);
    return ask('POST', key, { query: { uploadId }, body });
  };

  it('becomes an object of the listed parts when it is completed, and is unknown afterwards', async () => {
    const id = await begin('big');
    // The second upload replaces the first one of its number. The last part is never named.
    const etags = [await part('big', id, 7, 'lost'), await part('big', id, 7, 'two'), await part('big', id, 2, 'one')];
    await part('big', id, 9, 'three');
    expect([s3.keys(), s3.uploads()]).toEqual([[], ['big']]);
    const done = await textOf(
      complete('big', id, [
        [2, etags[2] ?? ''],
        [7, etags[1] ?? ''],
      ]),
    );
    expect(valueIn(done, 'ETag')).toMatch(/^(&quot;|")[0-9a-f]{32}-2(&quot;|")$/);
    expect([s3.keys(), s3.uploads()]).toEqual([['big'], []]);
    expect(await textOf(ask('GET', 'big'))).toBe('onetwo');
    await expect(complete('big', id, [[2, etags[2] ?? '']])).rejects.toThrow(refused(404, 'NoSuchUpload'));
  });

  it('is refused with parts that are missing, changed, out of order or unreadable, and can still be completed', async () => {
    const id = await begin('big');
    const etag = await part('big', id, 1, 'one');
    const second = await part('big', id, 2, 'two');
    await expect(
      complete('big', id, [
        [1, etag],
        [3, second],
      ]),
    ).rejects.toThrow(refused(400, 'InvalidPart'));
    await expect(complete('big', id, [[1, second]])).rejects.toThrow(refused(400, 'InvalidPart'));
    await expect(
      complete('big', id, [
        [2, second],
        [1, etag],
      ]),
    ).rejects.toThrow(refused(400, 'InvalidPartOrder'));
    await expect(
      complete('big', id, [
        [1, etag],
        [1, etag],
      ]),
    ).rejects.toThrow(refused(400, 'InvalidPartOrder'));
    await expect(complete('big', id, [])).rejects.toThrow(refused(400, 'MalformedXML'));
    const broken = { query: { uploadId: id }, body: Buffer.from('<CompleteMultipartUpload><Part>') };
    await expect(ask('POST', 'big', broken)).rejects.toThrow(refused(400, 'MalformedXML'));
    for (const number of ['0', '10001', 'one'])
      await expect(put('big', 'x', { partNumber: number, uploadId: id })).rejects.toThrow(refused(400, 'InvalidArgument'));
    expect(
      (
        await complete('big', id, [
          [1, etag],
          [2, second],
        ])
      ).status,
    ).toBe(200);
  });

  it('is bound to its key, and leaves nothing when it is aborted', async () => {
    const id = await begin('big');
    await expect(part('other', id, 1, 'one')).rejects.toThrow(refused(404, 'NoSuchUpload'));
    await part('big', id, 1, 'one');
    expect((await ask('DELETE', 'big', { query: { uploadId: id } })).status).toBe(204);
    expect([s3.keys(), s3.uploads()]).toEqual([[], []]);
    await expect(ask('DELETE', 'big', { query: { uploadId: id } })).rejects.toThrow(refused(404, 'NoSuchUpload'));
  });
});

describe('a listing', () => {
  it('has what clients need of each object, and a token for the next page', async () => {
    for (const key of ['p/a&b', 'p/c', 'p/d/e', 'q']) await put(key, 'hello');
    const list = (query: Record<string, string>) => textOf(ask('GET', null, { query: { 'list-type': '2', ...query } }));
    const query = { prefix: 'p/', delimiter: '/', 'max-keys': '2' };
    const first = await list(query);
    expect(first).toContain('<Contents><Key>p/a&amp;b</Key><LastModified>20');
    expect(first).toContain('<Size>5</Size>');
    expect([valueIn(first, 'KeyCount'), valueIn(first, 'MaxKeys'), valueIn(first, 'IsTruncated')]).toEqual(['2', '2', 'true']);
    const token = valueIn(first, 'NextContinuationToken').replace('&amp;', '&');
    const second = await list({ ...query, 'continuation-token': token });
    expect(second).toContain('<CommonPrefixes><Prefix>p/d/</Prefix></CommonPrefixes>');
    expect([valueIn(second, 'KeyCount'), valueIn(second, 'IsTruncated')]).toEqual(['1', 'false']);
    expect(second).not.toMatch(/<Contents>|NextContinuationToken/);
  });

  it('is refused with a wrong number or token', async () => {
    for (const wrong of [{ 'max-keys': 'ten' }, { 'max-keys': '-1' }, { 'continuation-token': 'guessed' }] as Record<
      string,
      string
    >[])
      await expect(ask('GET', null, { query: { 'list-type': '2', ...wrong } })).rejects.toThrow(refused(400, 'InvalidArgument'));
  });
});

describe('a request', () => {
  it('without a signature gets an error in XML, and has no effect', async () => {
    const reply = await fetch(`${s3.endpoint}/${s3.bucket}/a`, { method: 'PUT', body: 'hello' });
    expect([reply.status, reply.headers.get('content-type')]).toEqual([403, 'application/xml']);
    const xml = await reply.text();
    expect([valueIn(xml, 'Code'), valueIn(xml, 'Resource')]).toEqual(['AccessDenied', '/copies/a']);
    expect(s3.keys()).toEqual([]);
  });

  it('to another bucket is refused', async () => {
    for (const key of ['a', null]) await expect(ask('GET', key, {}, 'other')).rejects.toThrow(refused(404, 'NoSuchBucket'));
  });

  it('for an unimplemented feature is refused without partial effects', async () => {
    await put('a', 'hello');
    const requests: [S3Request['method'], string | null, Partial<S3Request>][] = [
      ['PUT', 'b', { headers: { 'x-amz-copy-source': '/copies/a' } }],
      ['PUT', 'b', { query: { acl: '' } }],
      ['POST', 'a', {}],
      ['GET', null, {}],
      ['GET', null, { query: { 'list-type': '1' } }],
      ['GET', null, { query: { 'list-type': '2', 'start-after': 'a' } }],
      ['DELETE', null, {}],
      ['GET', 'a', { query: { versionId: '1' } }],
      // Signed in the order of the names. Sorted as pairs, the other parameter would be first.
      ['GET', 'a', { query: { version: '1', 'version-id': '1' } }],
      ['GET', 'a', { headers: { range: 'bytes=-2' } }],
    ];
    for (const [method, key, request] of requests)
      await expect(ask(method, key, request)).rejects.toThrow(refused(501, 'NotImplemented'));
    expect(s3.keys()).toEqual(['a']);
  });
});
