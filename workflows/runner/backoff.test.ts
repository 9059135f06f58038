import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backoffMs } from './backoff.ts';

const timings = { retryBaseMs: 100, retryCapMs: 30_000 };

test('doubles with every attempt', () => {
  expect([1, 2, 3, 4].map((attempt) => backoffMs(attempt, timings, 1))).toEqual([100, 200, 400, 800]);
});

test('stays between half of its maximum and the maximum, after any number of failures', () => {
  fc.assert(
    fc.property(fc.integer({ min: 20, max: 1_000_000 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (attempt, random) => {
      const ms = backoffMs(attempt, timings, random);
      expect(ms).toBeGreaterThanOrEqual(15_000);
      expect(ms).toBeLessThanOrEqual(30_000);
    }),
  );
});

test('two simultaneous failures are retried at different times', () => {
  expect(backoffMs(5, timings, 0.1)).not.toBe(backoffMs(5, timings, 0.9));
});
