import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { openS3Server } from '@innkeeper/lab/s3/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { copyStoreConformance } from '../conformance.ts';
import { S3Client } from './client.ts';
import { S3Store, type S3StoreOptions } from './store.ts';

/** Size of a part. The largest file of the suite has three parts. */
const PART_BYTES = 300_000;
const PREFIX = 'innkeeper/';

async function openPlace() {
  const server = await openS3Server();
  const home = await mkdtemp(join(tmpdir(), 'innkeeper-s3-store-'));
  const notes = join(home, 'notes');
  const { endpoint, bucket, credentials, region } = server;
  const place = { endpoint, bucket, credentials, region, prefix: PREFIX };
  return {
    server,
    home,
    notes,
    open: (changes: Partial<S3StoreOptions> = {}) =>
      new S3Store({ ...place, directory: notes, partBytes: PART_BYTES, ...changes }),
    async close() {
      await server.close();
      await rm(home, { recursive: true });
    },
  };
}

copyStoreConformance('s3', async () => {
  const { server, open, notes, close } = await openPlace();
  return {
    store: open(),
    restart: async () => open(),
    leftovers: async () => [...(await readdir(notes).catch(() => [])), ...server.keys(), ...server.uploads()],
    corrupt: async (key) => server.corrupt(PREFIX + key),
    async abandon(key, file) {
      const stop = new AbortController();
      await open()
        .put(key, file, { onPercent: () => stop.abort(), signal: stop.signal })
        .catch(() => undefined);
    },
    close,
  };
});

/** A fault of the connection. `pass` forwards to the real server, and cuts its reply off after `maxBytes`. */
type Fault = (request: IncomingMessage, reply: ServerResponse, pass: (maxBytes?: number) => void) => void;

describe('an S3 server over an unreliable connection', () => {
  let place: Awaited<ReturnType<typeof openPlace>>;
  let line: ReturnType<typeof createServer>;
  let endpoint: string;
  let store: S3Store;
  let fault: Fault;
  const seen: string[] = [];

  beforeAll(async () => {
    place = await openPlace();
    line = createServer((request, reply) => void serve(request, reply));
    await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
    const { port } = line.address() as AddressInfo;
    endpoint = `http://127.0.0.1:${port}`;
    store = place.open({ endpoint });
  });
  afterAll(async () => {
    line.closeAllConnections();
    line.close();
    await place.close();
  });
  beforeEach(() => {
    fault = (_request, _reply, through) => through();
    seen.length = 0;
  });

  async function serve(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    seen.push(`${method} ${url.replace(/uploadId=\w+/, 'uploadId')}`);
    const body = await buffer(request);
    fault(request, reply, (maxBytes) => pass({ method, url, headers, body }, reply, maxBytes));
  }

  function pass(
    { method, url, headers, body }: Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: Buffer },
    reply: ServerResponse,
    maxBytes = Number.POSITIVE_INFINITY,
  ): void {
    const onward = forward({ host: '127.0.0.1', port: place.server.port, method, path: url, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 500, answer.headers);
      let sent = 0;
      answer.on('data', (chunk: Buffer) => {
        reply.write(chunk);
        sent += chunk.length;
        if (sent >= maxBytes) reply.destroy();
      });
      answer.on('end', () => reply.end());
    });
    onward.on('error', () => reply.destroy());
    onward.end(body);
  }

  async function given(bytes: number) {
    const content = randomBytes(bytes);
    const path = join(place.home, 'in');
    await writeFile(path, content);
    return { path, bytes, sha256: createHash('sha256').update(content).digest('hex'), content };
  }
  const refusal = (status: number, code: string) => (reply: ServerResponse) => {
    reply.writeHead(status, { 'content-type': 'application/xml' });
    reply.end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
  };

  it('is retried when it is busy or closes the connection', async () => {
    const file = await given(1000);
    const faults = [refusal(503, 'SlowDown'), refusal(500, 'InternalError'), (reply: ServerResponse) => void reply.destroy()];
    fault = (_request, reply, through) => {
      const next = faults.shift();
      if (next) next(reply);
      else through();
    };
    await store.put('busy.qcow2', file);
    expect(seen).toHaveLength(4);
    await store.verify('busy.qcow2', file);
  });

  it('is not retried when it refuses', async () => {
    fault = (_request, reply) => refusal(403, 'AccessDenied')(reply);
    const file = await given(1000);
    await expect(store.put('denied.qcow2', file)).rejects.toMatchObject({
      kind: 'host',
      retryable: false,
      message: /403 AccessDenied/,
    });
    expect(seen).toHaveLength(1);
    fault = (_request, reply) => refusal(404, 'NoSuchBucket')(reply);
    await expect(store.put('denied.qcow2', file)).rejects.toMatchObject({ kind: 'host' });
    fault = (_request, reply) => refusal(507, 'InsufficientStorage')(reply);
    await expect(store.put('denied.qcow2', file)).rejects.toMatchObject({ kind: 'disk_full' });
  });

  it('rejects requests signed with another secret', async () => {
    const impostor = place.open({ endpoint, credentials: { ...place.server.credentials, secretAccessKey: 'guessed' } });
    const refused = { kind: 'host', retryable: false, message: expect.stringMatching(/SignatureDoesNotMatch/) };
    await expect(impostor.put('one.qcow2', await given(1000))).rejects.toMatchObject(refused);
  });

  it('resumes a read where the connection broke', async () => {
    const file = await given(900_000);
    await store.put('broken.qcow2', file);
    seen.length = 0;
    let breaks = 2;
    fault = (_request, _reply, through) => through(breaks-- > 0 ? 200_000 : undefined);
    const path = join(place.home, 'out');
    await store.get('broken.qcow2', { ...file, path });
    expect((await readFile(path)).equals(file.content)).toBe(true);
    expect(seen).toEqual(Array(3).fill('GET /copies/innkeeper/broken.qcow2'));
  });

  it('receives each part once, even if the worker died in between', async () => {
    const file = await given(900_000);
    const stop = new AbortController();
    const stopped = store.put('parts.qcow2', file, { onPercent: (percent) => percent > 50 && stop.abort(), signal: stop.signal });
    await expect(stopped).rejects.toThrow();
    await store.put('parts.qcow2', file);
    expect(seen.filter((line) => line.includes('partNumber'))).toEqual([
      'PUT /copies/innkeeper/parts.qcow2?partNumber=1&uploadId',
      'PUT /copies/innkeeper/parts.qcow2?partNumber=2&uploadId',
      'PUT /copies/innkeeper/parts.qcow2?partNumber=3&uploadId',
    ]);
    await store.verify('parts.qcow2', file);
    expect(await readdir(place.notes)).toEqual([]);
  });

  it('may have dropped an upload: the next attempt restarts unless it was complete', async () => {
    const file = await given(900_000);
    let lost = true;
    fault = (request, reply, through) =>
      lost && request.url?.includes('partNumber=2') ? refusal(404, 'NoSuchUpload')(reply) : through();
    await expect(store.put('lost.qcow2', file)).rejects.toMatchObject({ kind: 'network', retryable: true });
    lost = false;
    await store.put('lost.qcow2', file);
    await store.verify('lost.qcow2', file);
    fault = (request, reply, through) => (request.url?.includes('uploadId') ? refusal(404, 'NoSuchUpload')(reply) : through());
    await store.put('lost.qcow2', file);
    await store.verify('lost.qcow2', file);
  });

  it('is asked to abort an abandoned upload', async () => {
    const stop = new AbortController();
    const transfer = { onPercent: () => stop.abort(), signal: stop.signal };
    await store.put('given-up.qcow2', await given(900_000), transfer).catch(() => undefined);
    expect(await readdir(place.notes)).toEqual(['given-up.qcow2.json']);
    await store.remove('given-up.qcow2');
    expect(await readdir(place.notes)).toEqual([]);
    expect(seen.slice(-2)).toEqual([
      'DELETE /copies/innkeeper/given-up.qcow2?uploadId',
      'DELETE /copies/innkeeper/given-up.qcow2',
    ]);
  });

  it('lists only its own keys: below its prefix, with valid names', async () => {
    const own = place.open({ endpoint, prefix: 'own/' });
    for (const key of ['one.qcow2', 'two.qcow2']) await own.put(key, await given(10));
    await place.open({ endpoint, prefix: 'own/deeper/' }).put('below.qcow2', await given(10));
    await place.open({ endpoint, prefix: 'own' }).put('beside.qcow2', await given(10));
    const { bucket, region, credentials } = place.server;
    const client = new S3Client({ endpoint, bucket, region, prefix: 'own/' }, credentials);
    await client.send({ method: 'PUT', key: 'OF_OTHERS.txt', body: Buffer.from('x') });
    expect((await listed(own)).sort()).toEqual(['one.qcow2', 'two.qcow2']);
    expect(await listed(place.open({ endpoint, prefix: '' }))).toEqual(['ownbeside.qcow2']);
  });

  describe('with more objects than a page', () => {
    const keys = ['a.qcow2', 'b.qcow2', 'c.qcow2', 'd.qcow2', 'e.qcow2'];
    const paged = (prefix: string, pageKeys = 2) => place.open({ endpoint, prefix, pageKeys });
    const clientAt = (prefix: string) => {
      const { bucket, region, credentials } = place.server;
      return new S3Client({ endpoint: place.server.endpoint, bucket, region, prefix }, credentials);
    };
    const givenKeys = async (prefix: string) => {
      for (const key of keys) await clientAt(prefix).send({ method: 'PUT', key, body: Buffer.from('x') });
      seen.length = 0;
    };

    it("is listed page by page, with the previous page's token", async () => {
      await givenKeys('pages/');
      await clientAt('pages/deeper/').send({ method: 'PUT', key: 'below.qcow2', body: Buffer.from('x') });
      expect(await listed(paged('pages/'))).toEqual(keys);
      expect(seen).toHaveLength(3);
      expect(await listed(paged('pages/', 1))).toEqual(keys);
      expect(await listed(paged('pages/', 5))).toEqual(keys);
    });

    it('skips no object if others are deleted between two pages', async () => {
      await givenKeys('deleted/');
      const own = paged('deleted/');
      const found: string[] = [];
      for await (const key of own.list()) {
        found.push(key);
        // At the end of the first page. The token names `b`, and `c` would have begun the next page.
        if (key === 'b.qcow2') for (const gone of ['a.qcow2', 'b.qcow2', 'c.qcow2']) await own.remove(gone);
      }
      expect(found).toEqual(['a.qcow2', 'b.qcow2', 'd.qcow2', 'e.qcow2']);
      for (const key of ['d.qcow2', 'e.qcow2']) await own.remove(key);
      expect(await listed(own)).toEqual([]);
    });

    it('is listed with 1,001 objects in two pages of the maximum size', async () => {
      const client = clientAt('many/');
      const many = Array.from({ length: 1001 }, (_, i) => `${String(i).padStart(4, '0')}.qcow2`);
      for (const key of many) await client.send({ method: 'PUT', key, body: Buffer.from('x') });
      seen.length = 0;
      expect(await listed(place.open({ endpoint, prefix: 'many/' }))).toEqual(many);
      expect(seen).toHaveLength(2);
    });
  });

  it('treats a truncated listing as a failure, not as a short list', async () => {
    const whole = `<?xml version="1.0"?><ListBucketResult><Contents><Key>${PREFIX}one.qcow2</Key></Contents></ListBucketResult>`;
    fault = (_request, reply) => void reply.end(whole.slice(0, -20));
    await expect(listed(store)).rejects.toMatchObject({ kind: 'network', retryable: true });
    fault = (_request, reply) => void reply.end('<html><body>Please sign in</body></html>');
    await expect(listed(store)).rejects.toMatchObject({ kind: 'network' });
  });

  it('reads XML variants of servers: namespaces, white space, comments, character data, entities', async () => {
    const key = `${PREFIX}one.qcow2`;
    fault = (_request, reply) =>
      void reply.end(`\n<?xml version="1.0"?>
        <s3:ListBucketResult xmlns:s3="urn:s3"><!-- <IsTruncated>true</IsTruncated> -->
          <s3:Contents><s3:Owner><s3:ID>7</s3:ID></s3:Owner><s3:Key><![CDATA[${key}]]></s3:Key></s3:Contents>
          <s3:Contents><s3:Key>innkeeper&#47;t&#x77;o.qcow2</s3:Key></s3:Contents>
          <s3:IsTruncated> false </s3:IsTruncated>
        </s3:ListBucketResult>`);
    expect(await listed(store)).toEqual(['one.qcow2', 'two.qcow2']);
  });

  it('does not buffer an unbounded reply', async () => {
    fault = (_request, reply) => void reply.end(`<ListBucketResult>${' '.repeat(9 * 1024 ** 2)}</ListBucketResult>`);
    await expect(listed(store)).rejects.toMatchObject({ kind: 'host', message: /more than/ });
  });

  it('has completed an upload only if the body confirms it, whatever the status', async () => {
    const file = await given(700_000);
    const answers = ['<Error><Code>InternalError</Code></Error>', '<CompleteMultipartUploadResult><Key>x'];
    fault = (request, reply, pass) => {
      const answer = request.method === 'POST' && request.url?.includes('uploadId=') ? answers.shift() : undefined;
      if (answer) reply.end(answer);
      else pass();
    };
    await expect(store.put('late.qcow2', file)).rejects.toMatchObject({ kind: 'network', message: /InternalError/ });
    await expect(store.put('late.qcow2', file)).rejects.toMatchObject({ kind: 'network', retryable: true });
    await store.put('late.qcow2', file);
    await store.verify('late.qcow2', file);
  });

  it('stops an infinite listing, and reports a missing bucket', async () => {
    fault = (_request, reply) => void reply.end('<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>');
    await expect(listed(store)).rejects.toMatchObject({ kind: 'host' });
    fault = (_request, reply) => refusal(404, 'NoSuchBucket')(reply);
    await expect(listed(store)).rejects.toMatchObject({ kind: 'host', retryable: false });
  });
});

async function listed(store: S3Store): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.list()) keys.push(key);
  return keys;
}
