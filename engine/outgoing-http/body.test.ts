import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { openReceiver, type Receiver } from '@innkeeper/lab/given-webhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BodySize, readBody, readBodyStart } from './body.ts';
import { createServicePolicy } from './policy.ts';
import { sendRequest } from './send-request.ts';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver();
});
afterAll(() => receiver.close());

function get(signal = new AbortController().signal) {
  const policy = createServicePolicy([{ address: '127.0.0.1', port: receiver.port }]);
  return sendRequest(receiver.url, { method: 'GET', headers: {} }, policy, signal);
}

describe('the size of a body', () => {
  const reply = (length?: string) => ({ headers: length === undefined ? {} : { 'content-length': length } });
  const tooLarge = expect.objectContaining({ failure: 'too_large', message: 'The reply has more than 10 bytes.' });

  it('is refused as soon as the headers declare too much', () => {
    expect(() => new BodySize(reply('11'), 10)).toThrow(tooLarge);
    expect(new BodySize(reply('10'), 10).declared).toBe(10);
    expect(new BodySize(reply(), 10).declared).toBeNull();
  });

  it('is refused at the first byte above the limit', () => {
    const size = new BodySize(reply(), 10);
    size.add(4);
    size.add(6);
    expect(size.bytes).toBe(10);
    expect(() => size.add(1)).toThrow(tooLarge);
  });
});

describe('an interrupted body', () => {
  it('is an error if the whole body is required, and otherwise ends there', async () => {
    receiver.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('begun', () => response.destroy());
    };
    await expect(readBody(await get(), 100)).rejects.toHaveProperty('code', 'ECONNRESET');
    expect(String(await readBodyStart(await get(), 100))).toBe('begun');
  });

  it('that was aborted ends there too', async () => {
    const controller = new AbortController();
    receiver.answer = (_request, response) => void response.write('begun');
    const [whole, start] = [await get(controller.signal), await get(controller.signal)];
    controller.abort();
    await expect(readBody(whole, 100)).rejects.toThrow();
    expect('begun').toContain(String(await readBodyStart(start, 100)));
  });
});

it('reads the start of an infinite body up to the limit, and closes the connection', async () => {
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
  const reply = await get();
  expect(String(await readBodyStart(reply, 1_024))).toBe('x'.repeat(1_024));
  reply.close();
  await sleep(50);
  expect(sent).toBeLessThan(1_000);
});
