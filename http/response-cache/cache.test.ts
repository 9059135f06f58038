import { setTimeout } from 'node:timers/promises';
import { type Lab, openLab } from '@innkeeper/lab/app';
import { type GivenAccount, givenAccount, givenSshKey } from '@innkeeper/lab/given';
import { Failure } from '@innkeeper/model/failures';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { openBackgroundTasks } from '../background-tasks.ts';
import { HANDLERS } from '../handlers/all.ts';
import { RequestContext } from '../request/context.ts';
import { openResponseCache } from './cache.ts';

let lab: Lab;
const open: Lab[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

/** A lab that counts how often the keys were read. */
async function counting(options: Parameters<typeof openLab>[0] = {}) {
  const real = HANDLERS.listSshKeys;
  if (!real) throw new Error('there is no handler');
  const read = vi.fn(real);
  lab = await openLab({ handlers: { listSshKeys: read }, ...options });
  open.push(lab);
  const account = await givenAccount(lab.db, {});
  const list = (by: GivenAccount = account) => lab.call('listSshKeys', {}, by);
  return { read, account, list };
}

/** Until a reply came without a read: other tests commit on the same server, and each commit makes a new snapshot. */
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

it('replies from the cache while nothing is committed, and reads again after any change', async () => {
  const { read, account, list } = await counting();
  await givenSshKey(lab.db, { accountId: account.accountId, name: 'first' });
  await untilCached(list, read);
  const again = await list();
  expect(again.body.data[0].name).toBe('first');
  expect(again.headers['content-type']).toBe('application/json; charset=utf-8');
  await rename(account, 'second');
  expect((await list()).body.data[0].name).toBe('second');
});

it('gives it to no other token', async () => {
  const { read, account, list } = await counting();
  await givenSshKey(lab.db, { accountId: account.accountId, name: 'first' });
  await untilCached(list, read);
  const other = await givenAccount(lab.db, {});
  await untilCached(list, read);
  expect((await list(other)).body.data).toEqual([]);
  expect((await list()).body.data).toHaveLength(1);
});

it('still counts, names and guards each request', async () => {
  const { read, account, list } = await counting({ settings: { requestsPerMinute: 1_000 } });
  await untilCached(list, read);
  const [first, second] = [await list(), await list()];
  expect(Number(first.headers['x-ratelimit-remaining']) - Number(second.headers['x-ratelimit-remaining'])).toBe(1);
  expect(first.headers['x-request-id']).not.toBe(second.headers['x-request-id']);
  expect((await lab.call('listSshKeys', { query: { per_page: 51 } }, account)).status).toBe(422);
  expect((await lab.send({ url: '/v1/ssh-keys' })).status).toBe(401);
});

it('links to the host that was called, where that is ours', async () => {
  const { read, account } = await counting({ names: ['a.test', 'b.test'] });
  const at = (host: string) => lab.send({ url: '/v1/ssh-keys', headers: { host, authorization: `Bearer ${account.token}` } });
  await untilCached(() => at('a.test'), read);
  expect((await at('b.test')).body.meta.path).toBe('http://b.test/v1/ssh-keys');
  // What anybody may write there makes no other replies to keep.
  await untilCached(() => at('evil-1.test'), read);
  await vi.waitFor(async () => {
    const before = read.mock.calls.length;
    for (const host of ['evil-2.test', 'evil-3.test:99', 'localhost.evil.test']) {
      expect((await at(host)).body.meta.path).toBe('http://localhost/v1/ssh-keys');
    }
    expect(read.mock.calls).toHaveLength(before);
  });
});

it('reads once for concurrent equal requests, and all of them get its failure', async () => {
  const { read, account, list } = await counting();
  await givenSshKey(lab.db, { accountId: account.accountId, name: 'first' });
  const answered = async () => {
    const before = read.mock.calls.length;
    await rename(account, 'again');
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

it('finds out a read that depends on the time', async () => {
  const { read, account, list } = await counting();
  expect((await list()).status).toBe(200);
  const real = HANDLERS.listSshKeys ?? expect.fail('there is no handler');
  read.mockImplementation((cx, ...rest) => {
    cx.clock.now();
    return real(cx, ...rest);
  });
  // A commit, so that nothing is cached.
  await givenSshKey(lab.db, { accountId: account.accountId });
  await expect(list()).rejects.toThrow('listSshKeys: failed');
});

it('never gives what is older than the request, while others write', async () => {
  const { read, account, list } = await counting();
  await givenSshKey(lab.db, { accountId: account.accountId, name: 'first' });
  let committed = 0;
  let replies = 0;
  // Else it proves nothing of the cache.
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

/** A cache of its own, for requests that were never sent. Returns whether a reply was cached already. */
function aCache(options: { snapshot?: () => Promise<string>; mostBytes?: number } = {}) {
  const responseCache = openResponseCache({
    snapshot: async () => 'same',
    background,
    linksOf: () => 'http://a.test',
    ...options,
  });
  responseCache.setEnabled(true);
  return async (url: string, meanwhile = () => {}) => {
    const client = { address: '127.0.0.1', secure: false, local: true };
    const context = new RequestContext({ url } as FastifyRequest, {} as FastifyReply, client, undefined);
    await responseCache.guard(context);
    meanwhile();
    if (!context.cached) await responseCache.read(context, async () => ({ status: 200, headers: {}, body: '{}' }));
    await background.drained();
    return context.cached !== undefined;
  };
}

it('keeps nothing that was read while something was committed', async () => {
  let name = 'before';
  const isKept = aCache({ snapshot: async () => name });
  const ask = (meanwhile: string) => isKept('/v1/plans', () => (name = meanwhile));
  expect(await ask('after')).toBe(false);
  name = 'before';
  expect([await ask('before'), await ask('before')]).toEqual([false, true]);
  name = 'after';
  expect(await ask('after')).toBe(false);
});

it('keeps no more than it has room for, keys included', async () => {
  const isKept = aCache({ mostBytes: 1_500 });
  for (const url of ['/v1/a', '/v1/b', '/v1/c']) await isKept(url);
  expect([await isKept('/v1/a'), await isKept('/v1/b'), await isKept('/v1/c')]).toEqual([true, true, false]);
  const long = aCache({ mostBytes: 1_500 });
  const urls = ['a', 'b'].map((one) => `/v1/${one.repeat(900)}`);
  for (const url of urls) await long(url);
  expect([await long(urls[0] ?? ''), await long(urls[1] ?? '')]).toEqual([true, false]);
});

it('keeps nothing of a URL that is longer than any of use', async () => {
  const isKept = aCache();
  const url = `/v1/servers?filter[search]=${'x'.repeat(2_000)}`;
  expect([await isKept(url), await isKept(url)]).toEqual([false, false]);
});
