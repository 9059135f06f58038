import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { RequestContext } from '../request/context.ts';
import { compressReply } from './compress.ts';

test.each([10, 300_000])('a text of %s bytes is unchanged after decompression', async (length) => {
  const text = 'a'.repeat(length);
  const context = { request: { headers: { 'accept-encoding': 'gzip' } } } as unknown as RequestContext;
  const reply = await compressReply(context, { status: 200, headers: { 'X-Given': 'yes' }, body: text });
  expect(reply.headers).toEqual({ 'X-Given': 'yes', Vary: 'Accept-Encoding', 'Content-Encoding': 'gzip' });
  expect(gunzipSync(reply.body as Buffer).toString()).toBe(text);
});

test('a client that does not accept gzip gets plain text, with Vary: Accept-Encoding', async () => {
  const context = { request: { headers: {} } } as unknown as RequestContext;
  expect(await compressReply(context, { status: 200, headers: {}, body: '{}' })).toEqual({
    status: 200,
    headers: { Vary: 'Accept-Encoding' },
    body: '{}',
  });
});
