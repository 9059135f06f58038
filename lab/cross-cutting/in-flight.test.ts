/** Tests that an account with many concurrent requests waits only for its own, and delays no other account. */
import { EventEmitter } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { openInFlight } from '@innkeeper/http/guards/in-flight';
import type { OpenBucket } from '@innkeeper/http/guards/rate-buckets';
import type { RequestContext } from '@innkeeper/http/request/context';
import { USE_CASES } from '@innkeeper/operations/all.gen';
import type { UseCases } from '@innkeeper/operations/define';
import { addSshKey } from '@innkeeper/operations/ssh-keys';
import { afterEach, expect, it, vi } from 'vitest';
import { type Lab, type LabOptions, openLab } from '../app.ts';
import { givenAccount } from '../given.ts';

interface Held {
  lab: Lab;
  /** Requests that have begun, in order: their ids, or the name of the SSH key to add. */
  begun: string[];
  /** Completes the oldest held request. */
  finish(): void;
}

let open: Held | undefined;
afterEach(async () => {
  while (open && open.begun.length > 0) open.finish();
  await open?.lab.close();
  open = undefined;
});

/** Opens a lab in which getBalance and addSshKey wait until the test calls `finish`. */
async function hold(options: LabOptions = {}): Promise<Held> {
  const begun: string[] = [];
  const held: (() => void)[] = [];
  let left = 0;
  const gate = (name: string): Promise<void> => {
    begun.push(name);
    return new Promise((resolve) => held.push(resolve));
  };
  const useCases: UseCases = {
    getBalance: async (cx) => {
      await gate(String(cx.requestId));
      return USE_CASES.getBalance(cx);
    },
    addSshKey: async (cx, input) => {
      await gate(input.body.name);
      return addSshKey(cx, input);
    },
  };
  const lab = await openLab({ useCases, ...options });
  open = {
    lab,
    begun,
    finish() {
      const go = held[left];
      left += 1;
      if (go) go();
      else begun.length = 0;
    },
  };
  return open;
}

/** Counts the requests that have passed the last guard before the limit of requests in flight. */
function counting(): { counted(): number; openBucket: OpenBucket } {
  let counted = 0;
  const openBucket: OpenBucket = (name) => async () => {
    if (name === 'account') counted += 1;
    return { limit: 1_000, remaining: 1_000 };
  };
  return { counted: () => counted, openBucket };
}

const key = (name: string) => ({ body: { name, key: 'no key' } });
/** Waits long enough for any request that may begin. */
const settled = async () => {
  for (let i = 0; i < 20; i += 1) await new Promise((resolve) => setImmediate(resolve));
};

it('four requests of an account run at once, the others wait in order, and a request of another account passes', async () => {
  const { counted, openBucket } = counting();
  const { lab, begun, finish } = await hold({ openBucket });
  const [crowd, other] = [await givenAccount(lab.db), await givenAccount(lab.db)];
  // A read begins at once, while a write would wait for a transaction first.
  const names = Array.from({ length: 51 }, (_, i) => `00000000-0000-4000-8000-0000000000${10 + i}`);
  const ask = (name: string | undefined, token: string) =>
    lab.call('getBalance', {}, { token, headers: { 'x-request-id': String(name) } });
  const others = names.pop();
  const replies: ReturnType<typeof ask>[] = [];
  for (const name of names) {
    replies.push(ask(name, crowd.token));
    // Each token is looked up before the next request is sent, because the database may answer in any order.
    while (counted() < replies.length) await settled();
  }
  await vi.waitFor(() => expect(begun).toHaveLength(4));
  await settled();
  expect(begun).toEqual(names.slice(0, 4));

  const passing = ask(others, other.token);
  await vi.waitFor(() => expect(begun).toHaveLength(5));
  expect(begun[4]).toBe(others);

  finish();
  await vi.waitFor(() => expect(begun[5]).toBe(names[4]));
  await settled();
  expect(begun).toHaveLength(6);
  for (let i = 1; i < 51; i += 1) {
    await vi.waitFor(() => expect(begun.length).toBeGreaterThan(i));
    finish();
  }
  expect((await passing).status).toBe(200);
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual(names.map(() => 200));
  expect(begun.filter((name) => name !== others)).toEqual(names);
});

it('a hundred requests wait, and the next one gets 429 with Retry-After', async () => {
  const { counted, openBucket } = counting();
  const { lab, begun, finish } = await hold({ openBucket });
  const { token } = await givenAccount(lab.db);
  const replies = Array.from({ length: 104 }, () => lab.call('getBalance', {}, { token }));
  await vi.waitFor(() => expect(begun).toHaveLength(4));
  while (counted() < 104) await settled();
  await settled();
  const refused = await lab.call('getBalance', {}, { token });
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited', retry_after: 1 } });
  expect(refused.headers).toMatchObject({ 'retry-after': '1', 'x-ratelimit-remaining': expect.anything() });
  for (let i = 0; i < 104; i += 1) {
    await vi.waitFor(() => expect(begun.length).toBeGreaterThan(i));
    finish();
  }
  expect((await Promise.all(replies)).every(({ status }) => status === 200)).toBe(true);
  const again = lab.call('getBalance', {}, { token });
  await vi.waitFor(() => expect(begun).toHaveLength(105));
  finish();
  expect((await again).status).toBe(200);
});

/** Sends requests over a real socket, which the test can close. */
async function dial({ app }: Lab, token: string, requests: string[]) {
  const arrived = new Promise<void>((resolve) => app.server.on('request', () => --left === 0 && resolve()));
  let left = requests.length;
  const gone = new Promise((resolve) => app.server.once('connection', (socket) => socket.once('close', resolve)));
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  for (const one of requests) socket.write(one.replace('\r\n', `\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n`));
  await arrived;
  await settled();
  return {
    async closeWithLinger() {
      socket.destroy();
      await gone;
    },
  };
}
const GET = 'GET /v1/balance HTTP/1.1\r\n\r\n';
const SLOW = 'POST /v1/ssh-keys HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{';

it('a client that disconnects leaves the queue, also with a request behind another one of its connection', async () => {
  const { lab, begun, finish } = await hold({ inFlight: { running: 1, waiting: 2 } });
  await lab.app.listen({ port: 0, host: '127.0.0.1' });
  const { token } = await givenAccount(lab.db);
  const first = lab.call('getBalance', {}, { token });
  await vi.waitFor(() => expect(begun).toHaveLength(1));
  const impatient = await dial(lab, token, [GET, GET]);
  await impatient.closeWithLinger();
  const next = lab.call('addSshKey', key('next'), { token });
  await settled();
  finish();
  expect((await first).status).toBe(200);
  await vi.waitFor(() => expect(begun).toHaveLength(2));
  finish();
  expect((await next).status).toBe(422);
  expect(begun[1]).toBe('next');
});

it('an incomplete body and an unfinished reply occupy no slot of the account', async () => {
  const { lab, begun, finish } = await hold({ inFlight: { running: 1, waiting: 0 } });
  await lab.app.listen({ port: 0, host: '127.0.0.1' });
  const { token } = await givenAccount(lab.db);
  const slow = await dial(lab, token, [SLOW]);
  const stream = await fetch(`http://127.0.0.1:${(lab.app.server.address() as AddressInfo).port}/v1/events`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(stream.status).toBe(200);
  const asked = lab.call('getBalance', {}, { token });
  await vi.waitFor(() => expect(begun).toHaveLength(1));
  finish();
  expect((await asked).status).toBe(200);
  await stream.body?.cancel();
  await slow.closeWithLinger();
});

it('at shutdown, running requests are answered and waiting ones get 503', async () => {
  const { lab, begun, finish } = await hold({ inFlight: { running: 1 } });
  const { token } = await givenAccount(lab.db);
  const first = lab.call('getBalance', {}, { token });
  await vi.waitFor(() => expect(begun).toHaveLength(1));
  const second = lab.call('getBalance', {}, { token });
  await settled();
  const closed = lab.app.close();
  expect(await second).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  finish();
  expect((await first).status).toBe(200);
  await closed;
});

it('applies a lower limit after a reload, once the running requests have ended', async () => {
  const limits = { running: 2, waiting: 10 };
  const { guard, release } = openInFlight(limits);
  const [first, second, third] = [contextOfCaller(), contextOfCaller(), contextOfCaller()];
  expect([guard(first), guard(second)]).toEqual([undefined, undefined]);
  let begun = false;
  const waited = Promise.resolve(guard(third)).then(() => {
    begun = true;
  });
  limits.running = 1;
  release(first);
  await settled();
  expect(begun).toBe(false);
  release(second);
  await waited;
  expect(begun).toBe(true);
});

it('a waiting request starts in another iteration of the event loop, so that a queue of refusals does not block it', async () => {
  const { guard, release } = openInFlight({ running: 1, waiting: 10 });
  const [first, second] = [contextOfCaller(), contextOfCaller()];
  expect(guard(first)).toBeUndefined();
  const turns: string[] = [];
  const waited = Promise.resolve(guard(second)).then(() => turns.push('begun'));
  setImmediate(() => turns.push('others'));
  release(first);
  await waited;
  expect(turns).toEqual(['others', 'begun']);
});

function contextOfCaller(): RequestContext {
  return {
    caller: { accountId: 1 },
    holdsSlot: false,
    reply: { raw: new EventEmitter() },
    request: { raw: { socket: {} } },
  } as unknown as RequestContext;
}
