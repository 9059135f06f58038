import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { vatOf } from '../money/money.ts';
import { isTolerated, splitByTolerance, type TaxedLine, vatGroups } from './vat-groups.ts';

const line = (net: bigint, rate_bp = 2000): TaxedLine => ({
  category: rate_bp > 0 ? 'S' : 'Z',
  rate_bp,
  reason: null,
  net,
  vat: vatOf(net, rate_bp),
});

test('lines of one rate form one group, with the sum of their VAT', () => {
  // 0.798 each, rounded to 0.80.
  expect(vatGroups([line(399n), line(399n), line(1000n, 1000)])).toEqual([
    { category: 'S', rate_bp: 2000, reason: null, base: 798n, vat: 160n },
    { category: 'S', rate_bp: 1000, reason: null, base: 1000n, vat: 100n },
  ]);
});

test('untaxed lines with different reasons form different groups', () => {
  const exempt = { ...line(100n, 0), category: 'E', reason: 'Exempt' } as const;
  expect(vatGroups([line(100n, 0), exempt])).toHaveLength(2);
});

test('300 lines stay in one document while their rounding differences are within the tolerance', () => {
  const lines = Array.from({ length: 300 }, () => line(399n));
  expect(splitByTolerance(lines)).toEqual([lines]);
});

test('rounding differences that add up to 1.00 are split into another document', () => {
  // 0.025 each, rounded up to 0.03: half a cent per line.
  const lines = Array.from({ length: 300 }, () => line(25n, 1000));
  expect(vatGroups(lines).every(isTolerated)).toBe(false);
  expect(splitByTolerance(lines).map((part) => part.length)).toEqual([199, 101]);
});

it('splits any lines into parts that the rules accept, without losing one', () => {
  const some = fc.array(
    fc.tuple(fc.bigInt(0n, 3_000n), fc.constantFrom(0, 50, 1000, 1950, 2000, 2550)).map(([net, rate]) => line(net, rate)),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(some, fc.integer({ min: 1, max: 40 }), (lines, times) => {
      const many = Array.from({ length: times }, () => lines).flat();
      const parts = splitByTolerance(many);
      expect(parts.flat()).toEqual(many);
      for (const part of parts) expect(vatGroups(part).every(isTolerated)).toBe(true);
    }),
  );
});
