import { expect, it, vi } from 'vitest';
import { openAccountStore } from './account-store.ts';

function store(options: { maxBytes: number; share: number }) {
  const onRemoved = vi.fn<(value: string) => void>();
  const onEmptied = vi.fn<(accountId: number) => void>();
  return { ...openAccountStore<string, string>({ ...options, onRemoved, onEmptied }), onRemoved, onEmptied };
}

it('reports each removed value, and when an account has none left', () => {
  const { set, get, delete: remove, deleteAll, onRemoved, onEmptied } = store({ maxBytes: 10, share: 1 });
  set(1, 'a', 'one', 1);
  set(1, 'b', 'two', 1);
  set(2, 'a', 'other', 1);
  set(1, 'a', 'three', 1);
  expect(onRemoved.mock.calls).toEqual([['one']]);
  remove(1, 'b');
  remove(1, 'b');
  expect([get(1, 'a'), get(1, 'b'), get(2, 'a')]).toEqual(['three', undefined, 'other']);
  expect(onEmptied).not.toHaveBeenCalled();
  deleteAll(1);
  deleteAll(3);
  expect(onRemoved.mock.calls.flat()).toEqual(['one', 'two', 'three']);
  expect(onEmptied.mock.calls).toEqual([[1]]);
});

it('stays within its bytes and the share of each account, for any sizes', () => {
  const { set, has } = store({ maxBytes: 12, share: 0.5 });
  expect([set(1, 'large', 'x', 7), has(1, 'large')]).toEqual([false, false]);
  expect(set(1, 'a', 'x', 4)).toBe(true);
  set(1, 'b', 'x', 4);
  expect([has(1, 'a'), has(1, 'b')]).toEqual([false, true]);
  for (const account of [2, 3]) set(account, 'a', 'x', 4);
  set(4, 'a', 'x', 4);
  expect([1, 2, 3, 4].map((account) => has(account, account === 1 ? 'b' : 'a'))).toEqual([false, true, true, true]);
});

it('spares recently used values and accounts once', () => {
  const { set, get, has } = store({ maxBytes: 4, share: 0.5 });
  for (const account of [1, 2]) for (const key of ['a', 'b']) set(account, key, 'x', 1);
  get(1, 'a');
  set(1, 'c', 'x', 1);
  expect(['a', 'b', 'c'].map((key) => has(1, key))).toEqual([true, false, true]);
  set(3, 'a', 'x', 1);
  expect([has(1, 'a'), has(2, 'a')]).toEqual([true, false]);
});
