import { expect, it } from 'vitest';
import { openAskedBefore } from './asked-before.ts';

it('knows what was asked for before', () => {
  const asked = openAskedBefore(100);
  expect([asked.note('a'), asked.note('b'), asked.note('a'), asked.note('b')]).toEqual([false, false, true, true]);
});

it('holds two generations at most, and what is asked for again is young again', () => {
  const asked = openAskedBefore(3);
  for (const key of ['a', 'b', 'c', 'd']) expect(asked.note(key)).toBe(false);
  expect(asked.note('a')).toBe(true);
  for (const key of ['e', 'f', 'g']) expect(asked.note(key)).toBe(false);
  expect(asked.note('a')).toBe(true);
  expect(asked.note('b')).toBe(false);
});
