import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDecimal, parseDecimal, toDecimalNumber, vatOf, withVat } from './money.ts';

test('decimals have two places, for any sign', () => {
  expect(formatDecimal(12345n)).toBe('123.45');
  expect(formatDecimal(-5n)).toBe('-0.05');
  expect(formatDecimal(0n)).toBe('0.00');
  expect(toDecimalNumber(-199n)).toBe(-1.99);
});

test('formatted amounts can be parsed back', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), (cents) => parseDecimal(formatDecimal(cents)) === cents),
    { seed: 7, numRuns: 200 },
  );
});

test('refuses fractions of a cent and words', () => {
  for (const text of ['1.234', '', 'ten', '1,5', '1e3', '--1', '.5']) expect(() => parseDecimal(text)).toThrow(RangeError);
});

test('VAT rounds half away from zero, so that a refund mirrors its payment', () => {
  expect(vatOf(50n, 2100)).toBe(11n);
  expect(vatOf(-50n, 2100)).toBe(-11n);
  expect(withVat(1000n, 1900)).toBe(1190n);
});
