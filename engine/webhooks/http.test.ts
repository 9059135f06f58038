import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { openReceiver, type Receiver } from '@innkeeper/lab/given-webhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HttpWebhooks } from './http.ts';

let receiver: Receiver;
let elsewhere: Receiver;
let resolved: Record<string, string[]>;
let asked: string[];
let webhooks: HttpWebhooks;
beforeAll(async () => {
  receiver = await openReceiver();
  elsewhere = await openReceiver();
});
afterAll(() => Promise.all([receiver.close(), elsewhere.close()]));
beforeEach(() => {
  receiver.received.length = 0;
  elsewhere.received.length = 0;
  receiver.answer = (_request, response) => void response.end('ok');
  asked = [];
  resolved = {};
  const resolve = async (host: string) => {
    asked.push(host);
    return resolved[host] ?? Promise.reject(new Error('no such name'));
  };
  // Exactly this receiver, no other port of this host.
  webhooks = new HttpWebhooks({ receivers: [{ address: '127.0.0.1', port: receiver.port }], resolve, limitMs: 1_500 });
});
const send = (url = receiver.url, signal?: AbortSignal) =>
  webhooks.send({ url, headers: { 'webhook-id': 'msg_1' }, body: '{"colour":"gr\u00fcn"}', signal });
const failed = (error: RegExp, status: number | null = null) => ({
  delivered: false,
  status,
  error: expect.stringMatching(error),
});

describe('an event', () => {
  it('is posted unchanged, with its headers', async () => {
    expect(await send()).toEqual({
      delivered: true,
      status: 200,
      text: 'ok',
      retryAfterMs: null,
      error: null,
      failure: null,
      ms: expect.any(Number),
    });
    expect(receiver.received).toMatchObject([
      { path: '/', headers: { 'webhook-id': 'msg_1', 'content-type': 'application/json' }, body: '{"colour":"gr\u00fcn"}' },
    ]);
  });

  it.each([204, 299])('is delivered if the reply is %i', async (status) => {
    receiver.answer = (_request, response) => void response.writeHead(status).end();
    expect(await send()).toMatchObject({ delivered: true, status });
  });

  it.each([400, 410, 500, 503])('fails if the reply is %i, and keeps the first kilobyte of the reply', async (status) => {
    receiver.answer = (_request, response) => void response.writeHead(status).end('\0x'.repeat(5_000));
    const answer = await send();
    expect(answer).toMatchObject(failed(new RegExp(`answered with status ${status}`), status));
    expect(answer).toMatchObject({ text: '\ufffdx'.repeat(512), failure: { code: 'status', detail: String(status) } });
  });

  it.each([
    ['120', undefined, 120_000],
    ['Thu, 01 Jan 2026 00:01:00 GMT', 'Thu, 01 Jan 2026 00:00:00 GMT', 60_000],
    ['Thu, 01 Jan 2026 00:00:00 GMT', 'Thu, 01 Jan 2026 00:01:00 GMT', null],
    ['soon', undefined, null],
    ['-5', undefined, null],
  ])('is retried as requested by %s', async (after, date, retryAfterMs) => {
    const headers = { 'retry-after': after, ...(date && { date }) };
    receiver.answer = (_request, response) => void response.writeHead(503, headers).end();
    expect(await send()).toMatchObject({ delivered: false, retryAfterMs });
  });

  it('follows no redirect to any target', async () => {
    for (const location of ['http://169.254.169.254/latest/meta-data/', elsewhere.url, receiver.url]) {
      receiver.received.length = 0;
      receiver.answer = (_request, response) => void response.writeHead(307, { location }).end();
      expect(await send()).toMatchObject({
        ...failed(/Redirects are not followed/, 307),
        failure: { code: 'redirect', detail: '307' },
      });
      expect(receiver.received).toHaveLength(1);
    }
    expect(elsewhere.received).toEqual([]);
  });
});

describe('a receiver', () => {
  it('that accepts and does not answer is abandoned after the time limit', async () => {
    receiver.answer = () => {};
    expect(await send()).toMatchObject({ ...failed(/no reply within/), failure: { code: 'no_reply', detail: '1.5' } });
  });

  it('whose name server does not answer is abandoned after the time limit', async () => {
    const stalled = new HttpWebhooks({ resolve: () => new Promise(() => {}), limitMs: 200 });
    expect(await stalled.send({ url: 'https://hooks.example/', headers: {}, body: '{}' })).toMatchObject(
      failed(/no reply within/),
    );
  });

  it('with an infinite reply is read for a kilobyte, and a slow one until the time limit', async () => {
    let sent = 0;
    const sendOn = async (response: ServerResponse): Promise<void> => {
      response.on('error', () => {});
      while (!response.destroyed && sent < 2_000) {
        response.write('x'.repeat(65_536));
        sent += 1;
        await sleep(1);
      }
    };
    receiver.answer = (_request, response) => void sendOn(response);
    expect(await send()).toMatchObject({ delivered: true, text: 'x'.repeat(1_024) });
    expect(sent).toBeLessThan(1_000);
    receiver.answer = (_request, response) => void response.write('once');
    expect(await send()).toMatchObject({ delivered: true, status: 200, text: 'once' });
  });

  it('that closes the connection, or does not speak HTTP, is a failure', async () => {
    receiver.answer = (_request, response) => void response.socket?.destroy();
    expect(await send()).toMatchObject(failed(/connection/));
    receiver.answer = (_request, response) => void response.socket?.end('hello\r\n\r\n');
    expect(await send()).toMatchObject(failed(/connection/));
    receiver.answer = (_request, response) => void response.socket?.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`);
    expect(await send()).toMatchObject(failed(/connection/));
  });

  it('is abandoned at once when the process stops, with an unknown result', async () => {
    receiver.answer = () => {};
    const stopping = new AbortController();
    const sending = send(receiver.url, stopping.signal);
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(1);
    stopping.abort();
    expect(await sending).toBe('aborted');
  });
});

describe('an address that is not allowed', () => {
  it('is never contacted if it is private, in the URL or by a name', async () => {
    resolved = { 'hooks.example': ['93.184.215.14', '10.0.0.1'] };
    for (const host of ['127.0.0.1', 'hooks.example'])
      expect(await send(`https://${host}:${elsewhere.port}/`), host).toMatchObject(failed(/not public/));
    expect(elsewhere.received).toEqual([]);
  });

  it('is refused after the operator has removed it', async () => {
    const strict = new HttpWebhooks();
    expect(await strict.send({ url: receiver.url, headers: {}, body: '{}' })).toMatchObject(failed(/https/));
    expect(receiver.received).toEqual([]);
  });
});

it('a changed list of allowed endpoints applies from the next request on', async () => {
  let receivers: { address: string; port: number }[] = [];
  const sender = new HttpWebhooks({ receivers: () => receivers });
  const order = { url: receiver.url, headers: {}, body: '{}' };
  expect(await sender.send(order)).toMatchObject(failed(/https/));
  receivers = [{ address: '127.0.0.1', port: receiver.port }];
  expect(await sender.send(order)).toMatchObject({ delivered: true });
  receivers = [];
  expect(await sender.send(order)).toMatchObject(failed(/https/));
});

it('distinguishes a name without an address from a closed port', async () => {
  expect(await send('https://nobody.example/')).toMatchObject(failed(/does not resolve to an address/));
  expect(asked).toEqual(['nobody.example']);
  const closed = await openReceiver();
  await closed.close();
  const there = new HttpWebhooks({ receivers: [{ address: '127.0.0.1', port: closed.port }] });
  expect(await there.send({ url: closed.url, headers: {}, body: '{}' })).toMatchObject(failed(/refused the connection/));
});
