import { openHttpsReceiver, openReceiver, type Receiver } from '@innkeeper/lab/given-webhooks';
import { ProviderError } from '@innkeeper/model/openid/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServicePolicy } from '../outgoing-http/policy.ts';
import { requestProvider } from './request-provider.ts';

let provider: Receiver;
let untrusted: Receiver;
beforeAll(async () => {
  [provider, untrusted] = await Promise.all([openReceiver(), openHttpsReceiver()]);
});
afterAll(() => Promise.all([provider.close(), untrusted.close()]));

function request(
  url = provider.url,
  { signal = new AbortController().signal, body }: { signal?: AbortSignal; body?: string } = {},
) {
  const allowed = [provider, untrusted].map(({ port }) => ({ address: '127.0.0.1', port }));
  const policy = createServicePolicy(allowed, async (host) => (host === 'inside.example' ? ['10.0.0.7'] : []));
  return requestProvider(
    url,
    { method: body === undefined ? 'GET' : 'POST', headers: { accept: 'a/b' }, body },
    { policy, signal },
  );
}

test('returns the reply with the headers that openid-client reads', async () => {
  provider.answer = (_request, response) => {
    response.writeHead(400, { 'content-type': 'application/json', 'www-authenticate': 'Basic', 'set-cookie': 'a=b' }).end('{}');
  };
  const reply = await request(provider.url, { body: 'code=1' });
  expect([reply.status, await reply.text()]).toEqual([400, '{}']);
  expect([...reply.headers.keys()]).toEqual(['content-type', 'date', 'www-authenticate']);
  expect(provider.received.at(-1)).toMatchObject({
    headers: { accept: 'a/b', 'user-agent': 'innkeeper', 'content-length': '6' },
    body: 'code=1',
  });
});

test('returns a reply without a body', async () => {
  provider.answer = (_request, response) => void response.writeHead(204).end();
  expect((await request()).body).toBeNull();
});

test.each([
  ['http://10.0.0.7/', 'The URL must begin with https://.'],
  ['https://10.0.0.7/', 'The URL resolves to an address that is not public. Use a public address.'],
  ['https://inside.example/', 'The URL resolves to an address that is not public. Use a public address.'],
  ['https://unknown.example/', 'The host name of the URL does not resolve to an address.'],
])('does not request %s', async (url, sentence) => {
  await expect(request(url)).rejects.toEqual(new ProviderError('unreachable', sentence));
});

test('names the host of a provider that redirects or sends too much', async () => {
  const host = new URL(provider.url).host;
  provider.answer = (_request, response) => void response.writeHead(302, { location: provider.url }).end();
  await expect(request()).rejects.toEqual(new ProviderError('answer', `${host} sent a redirect. Redirects are not followed.`));
  provider.answer = (_request, response) => void response.end(Buffer.alloc(262_145));
  await expect(request()).rejects.toEqual(new ProviderError('answer', `${host} answered with more than 262144 bytes.`));
  provider.answer = (_request, response) => void response.end(Buffer.alloc(262_144));
  expect((await (await request()).arrayBuffer()).byteLength).toBe(262_144);
});

test('distinguishes a slow provider from a failed connection', async () => {
  const limit = new AbortController();
  provider.answer = () => limit.abort();
  await expect(request(provider.url, { signal: limit.signal })).rejects.toMatchObject({
    trouble: 'unreachable',
    message: 'The identity provider did not answer in time.',
  });
  await expect(request(untrusted.url)).rejects.toMatchObject({
    trouble: 'unreachable',
    message: 'The connection to the identity provider failed (DEPTH_ZERO_SELF_SIGNED_CERT).',
  });
});
