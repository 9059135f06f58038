import { setTimeout } from 'node:timers/promises';
import { operationOf } from '@innkeeper/contract/operations';
import { type Lab, openLab } from '@innkeeper/lab/app';
import { type GivenAccount, givenAccount, givenServer, givenSshKey } from '@innkeeper/lab/given';
import { givenTicket } from '@innkeeper/lab/given-tickets';
import { Failure } from '@innkeeper/model/failures';
import { USE_CASES } from '@innkeeper/operations/all.gen';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { afterEach, expect, it, vi } from 'vitest';
import { openBackgroundTasks } from '../log/background-tasks.ts';
import { RequestContext, type Route } from '../request/context.ts';
import { openResponseCache } from './cache.ts';

let lab: Lab;
const open: Lab[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

/** Opens a lab that counts how often the keys were read. */
async function counting(options: Parameters<typeof openLab>[0] = {}) {
  const read = vi.fn(USE_CASES.listSshKeys);
  // With `checkCached`, cached replies would also be read.
  lab = await openLab({ useCases: { listSshKeys: read }, checkCached: undefined, ...options });
  open.push(lab);
  const account = await givenAccount(lab.db, {});
  const list = (by: GivenAccount = account) => lab.call('listSshKeys', {}, by);
  return { read, account, list };
}

/** Waits until a reply came without a read, because the first requests may come before the subscription. */
const untilCached = (list: () => Promise<unknown>, read: { mock: { calls: unknown[] } }) =>
  vi.waitFor(
    async () => {
      const before = read.mock.calls.length;
      await list();
      expect(read.mock.calls).toHaveLength(before);
    },
    { timeout: 60_000, interval: 5 },
  );

const rename = (account: GivenAccount, name: string) =>
  lab.db.updateTable('ssh_keys').set({ name }).where('account_id', '=', account.accountId).execute();

it('replies from the cache until something of the account changes, and then reads again', async () => {
  const { read, account, list } = await counting();
  await givenSshKey(lab.db, { accountId: account.accountId, name: 'first' });
  await untilCached(list, read);
  const again = await list();
  expect(again.body.data[0].name).toBe('first');
  expect(again.headers['content-type']).toBe('application/json; charset=utf-8');
  await rename(account, 'second');
  expect((await list()).body.data[0].name).toBe('second');
});

it('never returns the reply of one account to another account', async () => {
  const { read, account, list } = await counting();
  await givenSshKey(lab.db, { accountId: account.accountId, name: 'first' });
  await untilCached(list, read);
  const other = await givenAccount(lab.db, {});
  await untilCached(list, read);
  expect((await list(other)).body.data).toEqual([]);
  expect((await list()).body.data).toHaveLength(1);
});

it('still applies rate limits, request ids and guards to each request', async () => {
  const { read, account, list } = await counting({ settings: { requestsPerMinute: 1_000 } });
  await untilCached(list, read);
  const [first, second] = [await list(), await list()];
  expect(Number(first.headers['x-ratelimit-remaining']) - Number(second.headers['x-ratelimit-remaining'])).toBe(1);
  expect(first.headers['x-request-id']).not.toBe(second.headers['x-request-id']);
  expect((await lab.call('listSshKeys', { query: { per_page: 51 } }, account)).status).toBe(422);
  expect((await lab.send({ url: '/v1/ssh-keys' })).status).toBe(401);
});

it('links to the requested host if it is known', async () => {
  const { read, account } = await counting({ names: ['a.test', 'b.test'] });
  const at = (host: string) => lab.send({ url: '/v1/ssh-keys', headers: { host, authorization: `Bearer ${account.token}` } });
  await untilCached(() => at('a.test'), read);
  expect((await at('b.test')).body.meta.path).toBe('http://b.test/v1/ssh-keys');
  // Arbitrary Host values do not create further cached replies.
  await untilCached(() => at('evil-1.test'), read);
  await vi.waitFor(async () => {
    const before = read.mock.calls.length;
    for (const host of ['evil-2.test', 'evil-3.test:99', 'localhost.evil.test']) {
      expect((await at(host)).body.meta.path).toBe('http://localhost/v1/ssh-keys');
    }
    expect(read.mock.calls).toHaveLength(before);
  });
});

it('reads once for concurrent equal requests, which all get the same failure', async () => {
  const { read, account, list } = await counting();
  await givenSshKey(lab.db, { accountId: account.accountId, name: 'first' });
  let times = 0;
  const answered = async () => {
    const before = read.mock.calls.length;
    times += 1;
    // Another name each time, because a change of nothing leaves replies cached.
    await rename(account, `again ${times}`);
    await Promise.all(Array.from({ length: 20 }, () => list()));
    return read.mock.calls.length - before;
  };
  await vi.waitFor(async () => expect(await answered()).toBe(1), { timeout: 60_000, interval: 5 });
  read.mockRejectedValue(new Failure('unavailable'));
  await rename(account, 'once more');
  const refused = await Promise.all(Array.from({ length: 20 }, () => list()));
  expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 503));
});

it('caches nothing while it is not subscribed to revocations', async () => {
  const { read, list } = await counting({ revocations: undefined });
  for (let i = 0; i < 3; i += 1) await list();
  expect(read).toHaveBeenCalledTimes(3);
});

it('keeps replies that a commit does not affect', async () => {
  const { read, account, list } = await counting();
  await untilCached(list, read);
  const before = read.mock.calls.length;
  const other = await givenAccount(lab.db, { funds: 1_000n });
  await givenServer(lab.db, { accountId: other.accountId });
  await givenTicket(lab.db, { accountId: account.accountId });
  await list();
  expect(read.mock.calls).toHaveLength(before);
});

it('reports in tests a cached reply that differs from a new read', async () => {
  const { list, read, account } = await counting({ checkCached: (problem) => problems.push(problem) });
  const problems: Error[] = [];
  await givenSshKey(lab.db, { accountId: account.accountId, name: 'first' });
  // Simulates a table that does not raise the version.
  await sql`alter table ssh_keys disable trigger raise_version_update`.execute(lab.db);
  await vi.waitFor(
    async () => {
      await list();
      await rename(account, String(read.mock.calls.length));
      await list();
      expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('listSshKeys: what is cached')]);
    },
    { timeout: 60_000 },
  );
});

it('fails a cached read that uses the clock', async () => {
  const { read, account, list } = await counting();
  expect((await list()).status).toBe(200);
  read.mockImplementation((cx, ...rest) => {
    cx.clock.now();
    return USE_CASES.listSshKeys(cx, ...rest);
  });
  // Commit a change, so that nothing is cached.
  await givenSshKey(lab.db, { accountId: account.accountId });
  await expect(list()).rejects.toThrow('listSshKeys: failed');
});

it('never returns data older than the request during concurrent writes', async () => {
  const { read, account, list } = await counting();
  await givenSshKey(lab.db, { accountId: account.accountId, name: 'first' });
  let committed = 0;
  let replies = 0;
  // With fewer replies, the test would not exercise the cache.
  const enough = () => committed >= 60 && replies - read.mock.calls.length > 10;
  const writing = async () => {
    while (!enough()) {
      await rename(account, String(committed + 1));
      committed += 1;
      await setTimeout(10);
    }
  };
  const reading = async () => {
    while (!enough()) {
      const before = committed;
      const { name } = (await list()).body.data[0];
      expect(name === 'first' ? 0 : Number(name)).toBeGreaterThanOrEqual(before);
      replies += 1;
    }
  };
  await Promise.all([writing(), ...Array.from({ length: 6 }, reading)]);
}, 120_000);

const background = openBackgroundTasks({ info: vi.fn(), warn: vi.fn(), error: vi.fn() });

/** Opens a separate cache for synthetic requests. `isKept` returns whether a reply was already cached. */
function aCache(version: () => string = () => 'same') {
  const responseCache = openResponseCache({
    maxBytes: 64_000_000,
    versions: async () => ({ catalogue: version(), accounts: new Map() }),
    background,
    linksOf: () => 'http://a.test',
  });
  responseCache.setEnabled(true);
  const isKept = async (url: string, meanwhile = () => {}) => {
    const client = { address: '127.0.0.1', secure: false, local: true };
    const route: Route = { name: 'listServerImages', operation: operationOf('listServerImages') };
    const context = new RequestContext({ url } as FastifyRequest, {} as FastifyReply, client, route);
    await responseCache.guard(context);
    meanwhile();
    if (!context.cached) await responseCache.read(context, async () => ({ status: 200, headers: {}, body: '{}' }));
    await background.drained();
    return context.cached !== undefined;
  };
  return { isKept, responseCache };
}

it('caches a reply on its second request', async () => {
  const { isKept } = aCache();
  expect([await isKept('/v1/a'), await isKept('/v1/b'), await isKept('/v1/a')]).toEqual([false, false, false]);
  expect([await isKept('/v1/a'), await isKept('/v1/b')]).toEqual([true, false]);
});

it('returns a cached reply even after the list of requested keys has dropped its key', async () => {
  const { isKept } = aCache();
  expect([await isKept('/v1/a'), await isKept('/v1/a')]).toEqual([false, false]);
  // Two generations of 4 million characters, with URLs of nearly the maximum length.
  for (let i = 0; i < 4_200; i += 1) await isKept(`/v1/b?${i}${'x'.repeat(1_900)}`);
  expect(await isKept('/v1/a')).toBe(true);
});

it('caches nothing that was read during a commit', async () => {
  let version = 'before';
  const { isKept } = aCache(() => version);
  const ask = (meanwhile: string) => isKept('/v1/plans', () => (version = meanwhile));
  expect([await ask('before'), await ask('after')]).toEqual([false, false]);
  version = 'before';
  expect([await ask('before'), await ask('before')]).toEqual([false, true]);
  version = 'after';
  expect(await ask('after')).toBe(false);
});

it('drops replies when it is turned off, and does not cache reads that began before', async () => {
  const { isKept, responseCache } = aCache();
  const again = () => {
    responseCache.setEnabled(false);
    responseCache.setEnabled(true);
  };
  expect([await isKept('/v1/a'), await isKept('/v1/a'), await isKept('/v1/a')]).toEqual([false, false, true]);
  again();
  expect([await isKept('/v1/a', again), await isKept('/v1/a'), await isKept('/v1/a')]).toEqual([false, false, true]);
});

it('does not cache replies of very long URLs', async () => {
  const { isKept } = aCache();
  const url = `/v1/servers?filter[search]=${'x'.repeat(2_000)}`;
  expect([await isKept(url), await isKept(url), await isKept(url)]).toEqual([false, false, false]);
});
