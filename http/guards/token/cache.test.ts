import type { AccessToken } from '@innkeeper/domain/access/tokens';
import { expect, it } from 'vitest';
import { TokenCache } from './cache.ts';

const token = (id: number): AccessToken => ({
  ...{
    kind: 'token',
    id,
    accountId: 1,
    userId: 1,
    role: 'owner',
    abilities: ['read'],
    expiresAt: null,
    lastUsedAt: null,
    taxRate: 0,
    suspended: false,
    closing: false,
  },
  ...{ networks: [], servers: [] },
});

/** Returns a cache that finds a token for every hash. Look-ups stay pending until `find` or the test resolves the next one of `gates`. */
function given() {
  const gates: (() => void)[] = [];
  const cache = new TokenCache((hash) => new Promise((resolve) => void gates.push(() => resolve(token(Number(hash))))));
  const listener = cache.listener();
  const find = async (hash: string, now = 0) => {
    const found = cache.find(hash, now);
    gates.shift()?.();
    await found;
  };
  return { cache, listener, find, gates };
}

it('caches a token for ten seconds while it is subscribed to revocations', async () => {
  const { cache, listener, find } = given();
  listener.connected();
  await find('7', 1_000);
  expect(cache.get('7', 1_000)?.id).toBe(7);
  expect(cache.get('7', 10_999)?.id).toBe(7);
  expect(cache.get('7', 11_000)).toBeUndefined();
});

it('caches nothing before the subscription, and is cleared when the subscription breaks', async () => {
  const { cache, listener, find } = given();
  await find('7');
  expect(cache.get('7', 0)).toBeUndefined();
  listener.connected();
  await find('7');
  listener.disconnected();
  expect(cache.get('7', 0)).toBeUndefined();
  await find('7');
  expect(cache.get('7', 0)).toBeUndefined();
});

it('evicts a revoked token at once, and no other', async () => {
  const { cache, listener, find } = given();
  listener.connected();
  await find('7');
  await find('8');
  listener.revoked('token:7');
  expect(cache.get('7', 0)).toBeUndefined();
  expect(cache.get('8', 0)?.id).toBe(8);
});

it('evicts a changed token, and all tokens after a reconnect', async () => {
  const { cache, listener, find } = given();
  listener.connected();
  await find('7');
  await find('8');
  listener.changed('token:7');
  expect(cache.get('7', 0)).toBeUndefined();
  expect(cache.get('8', 0)?.id).toBe(8);
  listener.connected();
  expect(cache.get('8', 0)).toBeUndefined();
});

it('does not cache a token that was revoked while it was read', async () => {
  const { cache, listener, gates } = given();
  listener.connected();
  const found = cache.find('7', 0);
  listener.revoked('token:7');
  gates.shift()?.();
  expect((await found)?.id).toBe(7);
  expect(cache.get('7', 0)).toBeUndefined();
});

it('evicts all tokens of an account, also those that are being read', async () => {
  const { cache, listener, find, gates } = given();
  listener.connected();
  await find('7');
  cache.evict(2);
  expect(cache.get('7', 0)?.id).toBe(7);
  cache.evict(1);
  expect(cache.get('7', 0)).toBeUndefined();
  const found = cache.find('8', 0);
  cache.evict(1);
  gates.shift()?.();
  expect((await found)?.id).toBe(8);
  expect(cache.get('8', 0)).toBeUndefined();
});

it('is limited to 10,000 tokens', async () => {
  const { cache, listener, find } = given();
  listener.connected();
  for (let id = 0; id <= 10_000; id += 1) await find(String(id));
  expect(cache.get('0', 0)).toBeUndefined();
  expect(cache.get('10000', 0)?.id).toBe(10_000);
});
