import { expect, it } from 'vitest';
import { openLeakyBuckets } from './leaky-bucket.ts';

it('allows as many attempts as its capacity, and then one per leak interval', () => {
  const { take } = openLeakyBuckets({ capacity: 3, leakMs: 1_000 });
  expect([take('a', 0), take('a', 0), take('a', 0)]).toEqual([undefined, undefined, undefined]);
  expect(take('a', 0)).toBe(1_000);
  // A refused attempt does not extend the wait.
  expect(take('a', 400)).toBe(600);
  expect(take('b', 400)).toBeUndefined();
  expect(take('a', 1_000)).toBeUndefined();
  expect(take('a', 1_000)).toBe(1_000);
});

it('drops a released attempt, and keys above its maximum', () => {
  const { take, release } = openLeakyBuckets({ capacity: 1, leakMs: 1_000, maxKeys: 2 });
  expect(take('a', 0)).toBeUndefined();
  release('a');
  expect(take('a', 0)).toBeUndefined();
  expect(take('a', 0)).toBe(1_000);
  take('b', 0);
  take('c', 0);
  expect(take('a', 0)).toBeUndefined();
});
