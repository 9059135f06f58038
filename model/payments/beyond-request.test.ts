import { expect, test } from 'vitest';
import { beyondRequest } from './beyond-request.ts';

test.each([
  ['just what was asked for', 10n, 0n, 10n, 0n],
  ['less than what was asked for', 10n, 0n, 4n, 0n],
  ['more than what was asked for', 10n, 0n, 50n, 40n],
  ['the rest of what was asked for', 10n, 4n, 6n, 0n],
  ['more than the rest', 10n, 4n, 10n, 4n],
  ['the same again', 10n, 10n, 10n, 10n],
  ['still more, after too much', 10n, 30n, 5n, 5n],
])('of %s', (_, asked, known, amount, beyond) => {
  expect(beyondRequest({ asked, known, amount })).toBe(beyond);
});
