import { expect, test } from 'vitest';
import { minutes } from '../time/clock.ts';
import { isJustEnabled } from './just-enabled.ts';

test.each([
  { by: 7, asks: 7, afterMs: 0, expected: true },
  { by: 7, asks: 7, afterMs: minutes(15) - 1, expected: true },
  { by: 7, asks: 7, afterMs: minutes(15), expected: false },
  { by: 7, asks: 8, afterMs: 0, expected: false },
  { by: 7, asks: null, afterMs: 0, expected: false },
  { by: null, asks: 7, afterMs: 0, expected: false },
  { by: null, asks: null, afterMs: 0, expected: false },
])('$asks asks $afterMs ms after $by has enabled the app: $expected', ({ by, asks, afterMs, expected }) => {
  const enabledAt = new Date('2027-03-10T12:00:00Z');
  const now = new Date(enabledAt.getTime() + afterMs);
  expect(isJustEnabled({ session_id: by, enabled_at: enabledAt }, asks, now)).toBe(expected);
});
