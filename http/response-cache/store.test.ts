import { operationOf } from '@innkeeper/contract/operations';
import { expect, it } from 'vitest';
import type { Route } from '../request/context.ts';
import { openReplyStore } from './store.ts';

/** Each reply takes 1 000 bytes; `get` answers whether it is there. */
function store(options: { mostBytes: number; share: number }) {
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

it('gives a reply of its own account and version alone', () => {
  const { add, has } = store({ mostBytes: 10_000, share: 1 });
  add(1, 'a');
  expect([has(1, 'a'), has(1, 'b'), has(2, 'a'), has(1, 'a', 'v2')]).toEqual([true, false, false, false]);
  add(1, 'a', 'v2');
  expect([has(1, 'a'), has(1, 'a', 'v2')]).toEqual([false, true]);
});

it('removes first what was used least recently, of an account that uses more than its share', () => {
  const { add, has } = store({ mostBytes: 9_000, share: 1 / 3 });
  add(2, 'x');
  for (const key of ['a', 'b', 'c']) add(1, key);
  has(1, 'a');
  add(1, 'd');
  expect(['a', 'b', 'c', 'd'].map((key) => has(1, key))).toEqual([true, false, true, true]);
  expect(has(2, 'x')).toBe(true);
});

it('removes first what the account has that asked least recently, when there is no room left', () => {
  const { add, has } = store({ mostBytes: 4_000, share: 0.5 });
  for (const account of [1, 2]) for (const key of ['a', 'b']) add(account, key);
  has(1, 'a');
  add(3, 'a');
  expect([1, 2].map((account) => ['a', 'b'].map((key) => has(account, key)))).toEqual([
    [true, true],
    [false, true],
  ]);
});

it('counts keys too, what it replaces once, and keeps nothing larger than a share', () => {
  const { add, has } = store({ mostBytes: 4_000, share: 0.5 });
  const long = 'k'.repeat(1_500);
  add(1, long);
  expect(has(1, long)).toBe(false);
  for (let i = 0; i < 10; i++) add(1, 'a');
  add(1, 'b');
  expect([has(1, 'a'), has(1, 'b')]).toEqual([true, true]);
});

it('has nothing any more once it is cleared', () => {
  const { add, has, clear } = store({ mostBytes: 2_000, share: 1 });
  add(1, 'a');
  clear();
  expect(has(1, 'a')).toBe(false);
  for (const key of ['a', 'b']) add(1, key);
  expect([has(1, 'a'), has(1, 'b')]).toEqual([true, true]);
});
