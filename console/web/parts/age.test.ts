import { expect, test } from 'vitest';
import { formatAge } from './age.ts';

test.each([
  [0, 'just now'],
  [59, 'just now'],
  // Clock behind that of the API.
  [-30, 'just now'],
  [60, '1 minute ago'],
  [3_599, '59 minutes ago'],
  [7_300, '2 hours ago'],
  [86_400 * 45, '45 days ago'],
])('%i s ago is "%s"', (seconds, words) => {
  const now = Date.parse('2026-03-02T12:00:00Z');
  expect(formatAge(new Date(now - seconds * 1_000).toISOString(), now)).toBe(words);
});
