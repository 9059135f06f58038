import type { AccessToken } from '@innkeeper/domain/access/tokens';
import { expect, it } from 'vitest';
import { TokenCache } from './cache.ts';

const token = (id: number): AccessToken => ({
  ...{ id, accountId: 1, abilities: ['read'], expiresAt: null, lastUsedAt: null, taxRate: 0 },
});

/** A cache over one token, with the look-ups counted and held until the test lets them go. */
function given() {
  const gates: (() => void)[] = [];
  const cache = new TokenCache((hash) => new Promise((resolve) => void gates.push(() => resolve(token(Number(hash))))));
  const hear = cache.hear();
  const find = async (hash: string, now = 0) => {
    const found = cache.find(hash, now);
    gates.shift()?.();
    await found;
  };
  return { cache, hear, find, gates };
}

it('keeps a token for ten seconds while revocations are heard', async () => {
  const { cache, hear, find } = given();
  hear.connected();
  await find('7', 1_000);
  expect(cache.get('7', 1_000)?.id).toBe(7);
  expect(cache.get('7', 10_999)?.id).toBe(7);
  expect(cache.get('7', 11_000)).toBeUndefined();
});

it('keeps nothing before revocations are heard, and forgets everything when they no longer are', async () => {
  const { cache, hear, find } = given();
  await find('7');
  expect(cache.get('7', 0)).toBeUndefined();
  hear.connected();
  await find('7');
  hear.disconnected();
  expect(cache.get('7', 0)).toBeUndefined();
  await find('7');
  expect(cache.get('7', 0)).toBeUndefined();
});

it('forgets a revoked token at once, and no other', async () => {
  const { cache, hear, find } = given();
  hear.connected();
  await find('7');
  await find('8');
  hear.revoked(7);
  expect(cache.get('7', 0)).toBeUndefined();
  expect(cache.get('8', 0)?.id).toBe(8);
});

it('does not keep what was read before a revocation that came while it was read', async () => {
  const { cache, hear, gates } = given();
  hear.connected();
  const found = cache.find('7', 0);
  hear.revoked(7);
  gates.shift()?.();
  expect((await found)?.id).toBe(7);
  expect(cache.get('7', 0)).toBeUndefined();
});

it('does not grow without end', async () => {
  const { cache, hear, find } = given();
  hear.connected();
  for (let id = 0; id <= 10_000; id += 1) await find(String(id));
  expect(cache.get('0', 0)).toBeUndefined();
  expect(cache.get('10000', 0)?.id).toBe(10_000);
});
