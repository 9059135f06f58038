import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal, decimalNumber, parseDecimal, vatOf, withVat } from './money.ts';

test('decimals have two places, whatever the sign', () => {
  expect(decimal(12345n)).toBe('123.45');
  expect(decimal(-5n)).toBe('-0.05');
  expect(decimal(0n)).toBe('0.00');
  expect(decimalNumber(-199n)).toBe(-1.99);
});

test('what is written can be read back', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), (cents) => parseDecimal(decimal(cents)) === cents),
    { seed: 7, numRuns: 200 },
  );
});

test('no half cents and no words are taken for money', () => {
  for (const text of ['1.234', '', 'ten', '1,5', '1e3', '--1', '.5']) expect(() => parseDecimal(text)).toThrow(RangeError);
});

test('VAT rounds half away from zero, so that a refund mirrors its payment', () => {
  expect(vatOf(50n, 2100)).toBe(11n);
  expect(vatOf(-50n, 2100)).toBe(-11n);
  expect(withVat(1000n, 1900)).toBe(1190n);
});
