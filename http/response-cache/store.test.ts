import { operationOf } from '@innkeeper/contract/operations';
import { expect, it } from 'vitest';
import type { Route } from '../request/context.ts';
import { openReplyStore } from './store.ts';

/** Opens a store in which each reply takes 1,000 bytes. `get` returns whether a reply exists. */
function store(options: { maxBytes: number; share: number }) {
  const { get, set, clear } = openReplyStore(options);
  const body = Buffer.alloc(498);
  const route: Route = { name: 'getServer', operation: operationOf('getServer') };
  return {
    add: (accountId: number, key: string, version = 'v1') =>
      set(accountId, key, { version, reply: { status: 200, headers: {}, body }, url: key, route }),
    has: (accountId: number, key: string, version = 'v1') => get(accountId, key, version) !== undefined,
    clear,
  };
}

it('returns a reply only for its account and version', () => {
  const { add, has } = store({ maxBytes: 10_000, share: 1 });
  add(1, 'a');
  expect([has(1, 'a'), has(1, 'b'), has(2, 'a'), has(1, 'a', 'v2')]).toEqual([true, false, false, false]);
  add(1, 'a', 'v2');
  expect([has(1, 'a'), has(1, 'a', 'v2')]).toEqual([false, true]);
});

it('stores no reply to a URL of more than 2,000 characters', () => {
  const { add, has } = store({ maxBytes: 100_000, share: 1 });
  const [short, long] = ['a'.repeat(2_000), 'a'.repeat(2_001)];
  for (const url of [short, long]) add(1, url);
  expect([has(1, short), has(1, long)]).toEqual([true, false]);
});

it('evicts the least recently used reply of an account that exceeds its share', () => {
  const { add, has } = store({ maxBytes: 9_000, share: 1 / 3 });
  add(2, 'x');
  for (const key of ['a', 'b', 'c']) add(1, key);
  has(1, 'a');
  add(1, 'd');
  expect(['a', 'b', 'c', 'd'].map((key) => has(1, key))).toEqual([true, false, true, true]);
  expect(has(2, 'x')).toBe(true);
});

it('evicts replies of the least recently active account when the store is full', () => {
  const { add, has } = store({ maxBytes: 4_000, share: 0.5 });
  for (const account of [1, 2]) for (const key of ['a', 'b']) add(account, key);
  has(1, 'a');
  add(3, 'a');
  expect([1, 2].map((account) => ['a', 'b'].map((key) => has(account, key)))).toEqual([
    [true, true],
    [false, true],
  ]);
});

it('counts the size of keys, counts a replaced reply once, and stores nothing larger than a share', () => {
  const { add, has } = store({ maxBytes: 4_000, share: 0.5 });
  const long = 'k'.repeat(1_500);
  add(1, long);
  expect(has(1, long)).toBe(false);
  for (let i = 0; i < 10; i++) add(1, 'a');
  add(1, 'b');
  expect([has(1, 'a'), has(1, 'b')]).toEqual([true, true]);
});

it('is empty after clear, and can be filled again', () => {
  const { add, has, clear } = store({ maxBytes: 2_000, share: 1 });
  add(1, 'a');
  clear();
  expect(has(1, 'a')).toBe(false);
  for (const key of ['a', 'b']) add(1, key);
  expect([has(1, 'a'), has(1, 'b')]).toEqual([true, true]);
});
