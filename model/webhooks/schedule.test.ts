import { expect, test } from 'vitest';
import { days, seconds } from '../clock.ts';
import { JITTER, MOST_TRIES, PAUSES_MS } from './schedule.ts';

test('tries go on for about 3 days, further and further apart', () => {
  const between = PAUSES_MS.slice(0, MOST_TRIES - 1);
  const most = between.reduce((sum, ms) => sum + ms, 0);
  expect(most / days(1)).toBeGreaterThan(2.9);
  expect(most).toBeLessThanOrEqual(days(3));
  expect((most * (1 - JITTER)) / days(1)).toBeGreaterThan(2.3);
  expect(between).toEqual(between.toSorted((a, b) => a - b));
  // A try takes 10 s at most.
  expect((between[0] ?? 0) * (1 - JITTER)).toBeGreaterThan(seconds(10));
});
