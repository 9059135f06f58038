/** Cached replies are sent before Fastify. A `Content-Length` on a GET, which is ignored, sends the same request the ordinary way. */
import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { type Lab, openLab } from '@innkeeper/lab/app';
import { type GivenAccount, givenAccount, givenServer } from '@innkeeper/lab/given';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

const ID = 'f47ac10b-58cc-4372-a567-0e02b2c3d479';
const PER_MINUTE = 200;
/** Number of requests that reached Fastify. */
let routed = 0;
const count = (message: unknown): void => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRequest', (_request, _reply, done) => {
    routed += 1;
    done();
  });
};
const lines: Record<string, unknown>[] = [];
const open: Lab[] = [];
let lab: Lab;

async function listening(options: Parameters<typeof openLab>[0] = {}): Promise<Lab> {
  const one = await openLab({ checkCached: undefined, ...options });
  open.push(one);
  await one.app.listen({ port: 0, host: '127.0.0.1' });
  return one;
}

beforeAll(async () => {
  channel('fastify.initialization').subscribe(count);
  const logRequest = (line: object) => void lines.push({ ...line, ms: 0 });
  lab = await listening({ logRequest, settings: { requestsPerMinute: PER_MINUTE } });
});
afterAll(async () => {
  channel('fastify.initialization').unsubscribe(count);
  for (const one of open) await one.close();
});

/** Returns all replies to these requests, sent at once. The last request closes the connection. */
async function repliesTo(at: Lab, requests: string[][]): Promise<string> {
  const socket = connect((at.app.server.address() as AddressInfo).port, '127.0.0.1');
  const last = requests.length - 1;
  const heads = requests.map(([line, ...headers], i) =>
    [`${line} HTTP/1.1`, 'Host: localhost', ...headers, ...(i === last ? ['Connection: close'] : []), '', ''].join('\r\n'),
  );
  let text = '';
  socket.setEncoding('utf8').on('data', (data: string) => {
    text += data;
  });
  socket.write(heads.join(''));
  await once(socket, 'end');
  return text;
}

interface Owner extends GivenAccount {
  path: string;
}

async function givenOwner(at: Lab = lab): Promise<Owner> {
  const account = await givenAccount(at.db, { funds: 1_000n });
  return { ...account, path: `/v1/servers/${await givenServer(at.db, { accountId: account.accountId })}` };
}

const headersOf = ({ token }: { token: string }) => [`Authorization: Bearer ${token}`, `X-Request-Id: ${ID}`];
const ORDINARY = 'Content-Length: 0';
/** Removes the parts that differ between any two replies. */
const plain = (text: string) =>
  text.replace(/^date: .*$/gim, 'date').replace(/^(x-ratelimit-remaining|retry-after): .*$/gim, '$1');

/** Waits until requests no longer reach Fastify. */
const untilEarly = (owner: Owner, at = lab) =>
  vi.waitFor(
    async () => {
      const before = routed;
      await repliesTo(at, [[`GET ${owner.path}`, ...headersOf(owner)]]);
      expect(routed).toBe(before);
    },
    { timeout: 30_000, interval: 100 },
  );

/** Sends the same request both ways. Returns the replies, and how many requests reached Fastify. */
async function both(line: string, headers: string[], at = lab) {
  const before = routed;
  const early = await repliesTo(at, [[line, ...headers]]);
  const reached = routed - before;
  const ordinary = await repliesTo(at, [[line, ...headers, ORDINARY]]);
  expect(routed).toBe(before + reached + 1);
  return { early, ordinary, reached };
}

it('replies with the same bytes and log line as Fastify, and counts each request once', async () => {
  const owner = await givenOwner();
  await untilEarly(owner);
  lines.length = 0;
  const { early, ordinary, reached } = await both(`GET ${owner.path}`, headersOf(owner));
  expect(reached).toBe(0);
  expect(early).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  expect(plain(early)).toBe(plain(ordinary));
  const remaining = (text: string) => Number(/x-ratelimit-remaining: (\d+)/.exec(text)?.[1]);
  expect(remaining(early) - remaining(ordinary)).toBe(1);
  await vi.waitFor(() => expect(lines).toHaveLength(2));
  expect(lines[0]).toEqual(lines[1]);
  expect(lines[0]).toMatchObject({ requestId: ID, operation: 'getServer', status: 200, account: owner.accountId });
});

it('keeps the connection, and the order of pipelined requests', async () => {
  const owner = await givenOwner();
  await untilEarly(owner);
  const get = [`GET ${owner.path}`, ...headersOf(owner)];
  const other = ['GET /v1/ssh-keys?per_page=3', ...headersOf(owner)];
  const text = await repliesTo(lab, [get, other, get, [...get, ORDINARY], get]);
  const [first, keys, ...rest] = text.split(/(?=HTTP\/1.1 \d)/);
  expect(keys).toContain('"per_page":3');
  expect(rest).toHaveLength(3);
  expect(plain(rest[0] ?? '')).toBe(plain(first ?? ''));
  expect(plain(rest[1] ?? '')).toBe(plain(first ?? ''));
});

it.each([
  ['HEAD', ['HEAD PATH']],
  ['another method', ['DELETE PATH']],
  ['a slash at the end', ['GET PATH/']],
  ['a target in absolute form', ['GET http://localhost:1/PATH']],
  ['an unknown parameter', ['GET PATH?a=b']],
  ['no token', ['GET PATH', '-Authorization']],
  ['a foreign host', ['GET PATH', 'X-Forwarded-Host: evil.test']],
  ['two hosts', ['GET PATH', 'Host: b.test']],
  ['an upgrade that is not granted', ['GET PATH', 'Connection: upgrade', 'Upgrade: h2c']],
  ['an expectation that is not known', ['GET PATH', 'Expect: miracles']],
])('replies like Fastify: %s', async (_what, [line = '', ...others]) => {
  const owner = await givenOwner();
  await untilEarly(owner);
  const headers = headersOf(owner).filter((header) => !others.some((other) => header.startsWith(other.slice(1))));
  const sent = [...headers, ...others.filter((other) => !other.startsWith('-'))];
  const { early, ordinary } = await both(line.replace('PATH', owner.path).replace('//v1', '/v1'), sent);
  expect(early).toMatch(/^HTTP\/1.1 \d/);
  expect(plain(early)).toBe(plain(ordinary));
});

it('refuses another account, a revoked token and a suspended user like Fastify', async () => {
  const [owner, other, revoked, suspended] = [await givenOwner(), await givenOwner(), await givenOwner(), await givenOwner()];
  for (const one of [owner, revoked, suspended]) await untilEarly(one);
  const foreign = await both(`GET ${owner.path}`, headersOf(other));
  expect(foreign.early).toMatch(/^HTTP\/1.1 403 /);
  expect(plain(foreign.early)).toBe(plain(foreign.ordinary));
  const { db } = lab;
  await db.updateTable('access_tokens').set({ revoked_at: new Date() }).where('id', '=', revoked.tokenId).execute();
  await db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', suspended.userId).execute();
  for (const { path, token } of [revoked, suspended]) {
    await vi.waitFor(async () => {
      const { early, ordinary, reached } = await both(`GET ${path}`, headersOf({ token }));
      expect(reached).toBe(1);
      expect(early).toMatch(/^HTTP\/1.1 401 /);
      expect(plain(early)).toBe(plain(ordinary));
    });
  }
});

it('replies to reads of a suspended account like Fastify', async () => {
  const owner = await givenOwner();
  await untilEarly(owner);
  await lab.db
    .updateTable('accounts')
    .set({ suspended_at: new Date(), suspend_reason: 'abuse' })
    .where('id', '=', owner.accountId)
    .execute();
  const { early, ordinary } = await both(`GET ${owner.path}`, headersOf(owner));
  expect(early).toMatch(/^HTTP\/1.1 200 /);
  expect(plain(early)).toBe(plain(ordinary));
});

it('shows every committed change, and then caches replies again', async () => {
  const owner = await givenOwner();
  const rename = (hostname: string) =>
    lab.db
      .updateTable('server_details')
      .set({ hostname })
      .where('id', '=', Number(owner.path.split('/').at(-1)))
      .execute();
  for (const name of ['one', 'two', 'three']) {
    await untilEarly(owner);
    await rename(name);
    expect(await repliesTo(lab, [[`GET ${owner.path}`, ...headersOf(owner)]])).toContain(`"hostname":"${name}"`);
  }
});

it('refuses requests beyond the limit of the account like Fastify, and counts each once', async () => {
  const own = await listening({ settings: { requestsPerMinute: 60 } });
  const owner = await givenOwner(own);
  await untilEarly(owner, own);
  const get = [`GET ${owner.path}`, ...headersOf(owner)];
  const statuses = (text: string) => [...text.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status);
  const ok = await repliesTo(own, [get]);
  const left = Number(/x-ratelimit-remaining: (\d+)/.exec(ok)?.[1]);
  const all = statuses(
    await repliesTo(
      own,
      Array.from({ length: left + 2 }, () => get),
    ),
  );
  expect(all.slice(0, left)).toEqual(Array.from({ length: left }, () => '200'));
  expect(all.slice(left)).toEqual(['429', '429']);
  const { early, ordinary } = await both(`GET ${owner.path}`, headersOf(owner), own);
  expect(early).toMatch(/^HTTP\/1.1 429 /);
  const body = (text: string) => plain(text).replace(/"retry_after":\d+/, '');
  expect(body(early)).toBe(body(ordinary));
});
