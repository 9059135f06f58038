import { expect, test } from 'vitest';
import { formatDuration } from './duration.ts';

test.each([
  [40, '0.0 s'],
  [1_250, '1.3 s'],
  [59_940, '59.9 s'],
  [72_000, '1 min 12 s'],
  [119_600, '2 min 0 s'],
])('formats %i ms as %s', (ms, words) => {
  expect(formatDuration(ms)).toBe(words);
});
