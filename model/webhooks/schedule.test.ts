import { expect, test } from 'vitest';
import { days, seconds } from '../time/clock.ts';
import { JITTER, MAX_ATTEMPTS, PAUSES_MS } from './schedule.ts';

test('retries continue for about 3 days with growing delays', () => {
  const between = PAUSES_MS.slice(0, MAX_ATTEMPTS - 1);
  const max = between.reduce((sum, ms) => sum + ms, 0);
  expect(max / days(1)).toBeGreaterThan(2.9);
  expect(max).toBeLessThanOrEqual(days(3));
  expect((max * (1 - JITTER)) / days(1)).toBeGreaterThan(2.3);
  expect(between).toEqual(between.toSorted((a, b) => a - b));
  // An attempt takes at most 10 s.
  expect((between[0] ?? 0) * (1 - JITTER)).toBeGreaterThan(seconds(10));
});
