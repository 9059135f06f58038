/** Downloads of files that are no ISO images, from a server on loopback. */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { isoImage } from '@innkeeper/lab/iso-image';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { HttpDownloads } from './http.ts';
import type { DownloadOrder } from './port.ts';

const CONTENT = isoImage('of the test', 300_000);
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');

let server: Server;
let port: number;
let directory: string;
let downloads: HttpDownloads;
let requests: number;
let answer: RequestListener;
beforeAll(async () => {
  server = createServer((request, response) => {
    requests += 1;
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(async () => {
  requests = 0;
  directory = await mkdtemp(join(tmpdir(), 'innkeeper-iso-check-'));
  downloads = new HttpDownloads({ directory, mirrors: [{ address: '127.0.0.1', port }] });
  return () => rm(directory, { recursive: true });
});

const order = (changes: Partial<DownloadOrder> = {}): DownloadOrder => ({
  ...{ name: 'iso-1', url: `http://127.0.0.1:${port}/a.iso`, content: 'iso', maxBytes: 1_000_000, sha256: null },
  ...{ limitMs: 60_000, signal: new AbortController().signal },
  ...changes,
});
const refused = (sentence: string | RegExp) =>
  expect.objectContaining({ name: 'DownloadError', sentence: expect.stringMatching(sentence), retryable: false });

it.each<[string, Buffer, Record<string, string>, RegExp]>([
  ['a web page', Buffer.from('<!doctype html><p>Sign in'), {}, /leads to a web page/],
  ['a page of another form', Buffer.from('<p>Gone'), { 'content-type': 'text/html' }, /leads to a web page/],
  ['gzip', gzipSync(CONTENT), { 'content-type': 'application/gzip' }, /compressed with gzip/],
  ['zeros', Buffer.alloc(200_000), {}, /neither a file system/],
  ['an encoded image', gzipSync(CONTENT), { 'content-encoding': 'gzip' }, /encoded with gzip/],
  ['an image in two encodings', CONTENT, { 'content-encoding': 'gzip, br' }, /encoded with an unknown method/],
])('a download of %s is refused, and leaves no file', async (_name, content, headers, sentence) => {
  answer = (_request, response) => response.writeHead(200, { 'content-length': content.length, ...headers }).end(content);
  await expect(downloads.download(order())).rejects.toEqual(refused(sentence));
  expect(await readdir(directory)).toEqual([]);
});

it('a download of another file ends with its first bytes', async () => {
  const closed = new Promise((resolve) => {
    answer = (_request, response) => {
      response.on('close', resolve).writeHead(200, { 'content-length': 1_000_000 });
      response.write(Buffer.alloc(200_000));
    };
  });
  await expect(downloads.download(order())).rejects.toEqual(refused('neither a file system'));
  await closed;
});

it('asks for the file as it is, and accepts the word identity', async () => {
  let asked: string | undefined;
  answer = ({ headers }, response) => {
    asked = headers['accept-encoding'] as string | undefined;
    response.setHeader('content-encoding', 'Identity').end(CONTENT);
  };
  expect(await downloads.download(order())).toMatchObject({ sha256: SHA256 });
  expect(asked).toBe('identity');
});

it('a file of any kind is not checked', async () => {
  const content = gzipSync('192.0.2.0,192.0.2.255,AT');
  answer = (_request, response) => response.setHeader('content-encoding', 'gzip').end(content);
  expect(await downloads.download(order({ content: 'any' }))).toMatchObject({ bytes: content.length });
});

it('a file of before stays as it is', async () => {
  await writeFile(join(directory, 'iso-1.iso'), 'no image');
  expect(await downloads.download(order())).toMatchObject({ bytes: 8 });
  expect(requests).toBe(0);
});
