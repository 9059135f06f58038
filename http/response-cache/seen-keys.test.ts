import { expect, it } from 'vitest';
import { openSeenKeys } from './seen-keys.ts';

it('returns whether a key was requested before', () => {
  const asked = openSeenKeys(100);
  expect([asked.add('a'), asked.add('b'), asked.add('a'), asked.add('b')]).toEqual([false, false, true, true]);
});

it('keeps two generations of keys, and moves a repeated key to the newer one', () => {
  const asked = openSeenKeys(3);
  for (const key of ['a', 'b', 'c', 'd']) expect(asked.add(key)).toBe(false);
  expect(asked.add('a')).toBe(true);
  for (const key of ['e', 'f', 'g']) expect(asked.add(key)).toBe(false);
  expect(asked.add('a')).toBe(true);
  expect(asked.add('b')).toBe(false);
});
