import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { vatOf } from '../money.ts';
import { isTolerated, partsOf, type TaxedLine, vatGroups } from './vat-groups.ts';

const line = (net: bigint, rate_bp = 2000): TaxedLine => ({
  category: rate_bp > 0 ? 'S' : 'Z',
  rate_bp,
  reason: null,
  net,
  vat: vatOf(net, rate_bp),
});

test('lines of one rate are one group, with the VAT of the lines', () => {
  // 0.798 each, rounded to 0.80.
  expect(vatGroups([line(399n), line(399n), line(1000n, 1000)])).toEqual([
    { category: 'S', rate_bp: 2000, reason: null, base: 798n, vat: 160n },
    { category: 'S', rate_bp: 1000, reason: null, base: 1000n, vat: 100n },
  ]);
});

test('what is not taxed for different reasons is not one group', () => {
  const exempt = { ...line(100n, 0), category: 'E', reason: 'Exempt' } as const;
  expect(vatGroups([line(100n, 0), exempt])).toHaveLength(2);
});

test('the roundings of 300 lines stay in one document as long as they are within the tolerance', () => {
  const lines = Array.from({ length: 300 }, () => line(399n));
  expect(partsOf(lines)).toEqual([lines]);
});

test('roundings that add up to 1.00 go into another document', () => {
  // 0.025 each, rounded up to 0.03: half a cent a line.
  const lines = Array.from({ length: 300 }, () => line(25n, 1000));
  expect(vatGroups(lines).every(isTolerated)).toBe(false);
  expect(partsOf(lines).map((part) => part.length)).toEqual([199, 101]);
});

it('splits any lines into parts that the rules accept, and loses none', () => {
  const some = fc.array(
    fc.tuple(fc.bigInt(0n, 3_000n), fc.constantFrom(0, 50, 1000, 1950, 2000, 2550)).map(([net, rate]) => line(net, rate)),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(some, fc.integer({ min: 1, max: 40 }), (lines, times) => {
      const many = Array.from({ length: times }, () => lines).flat();
      const parts = partsOf(many);
      expect(parts.flat()).toEqual(many);
      for (const part of parts) expect(vatGroups(part).every(isTolerated)).toBe(true);
    }),
  );
});
