import { expect, test } from 'vitest';
import { readAmount, suggestAmount } from './amount.ts';

test.each([
  ['50', 50],
  ['50.00', 50],
  [' 10,01 ', 10.01],
  ['0.5', 0.5],
  ['0', undefined],
  ['', undefined],
  ['-5', undefined],
  ['1.234', undefined],
  ['1e3', undefined],
  ['12345678', undefined],
])('readAmount(%j) is %s', (text, amount) => {
  expect(readAmount(text)).toBe(amount);
});

test.each([
  [0, '50.00'],
  [49.2, '50.00'],
  [51, '55.00'],
  [120, '120.00'],
])('suggestAmount(%s) is %s', (shortfall, amount) => {
  expect(suggestAmount(shortfall)).toBe(amount);
});
