import { expect, test } from 'vitest';
import { lineTax } from './category.ts';
import { fileNameOf, invoiceNumber, numberInSeries } from './document.ts';

test.each([
  [
    { rule: 'domestic', rateBp: 2000, note: null },
    { category: 'S', rate_bp: 2000, reason: null },
  ],
  [
    { rule: 'eu-consumer-destination', rateBp: 2550, note: null },
    { category: 'S', rate_bp: 2550, reason: null },
  ],
  [
    { rule: 'reverse-charge', rateBp: 0, note: 'Reverse charge' },
    { category: 'AE', rate_bp: 0, reason: 'Reverse charge' },
  ],
  [
    { rule: 'outside-eu', rateBp: 0, note: 'Outside' },
    { category: 'O', rate_bp: 0, reason: 'Outside' },
  ],
  [
    { rule: 'domestic', rateBp: 0, note: null },
    { category: 'Z', rate_bp: 0, reason: null },
  ],
  [
    { rule: 'domestic', rateBp: 0, note: 'Exempt: small business' },
    { category: 'E', rate_bp: 0, reason: 'Exempt: small business' },
  ],
])('%o is categorized as %o', (decided, tax) => expect(lineTax(decided)).toEqual(tax));

test('the legally required words "Reverse charge" always appear', () => {
  expect(lineTax({ rule: 'reverse-charge', rateBp: 0, note: null }).reason).toBe('Reverse charge');
});

test('a number has 10 digits, and the first identifies the series', () => {
  expect([invoiceNumber('original', 42), invoiceNumber('credit-note', 7), invoiceNumber('proform', 999_999_999)]).toEqual([
    '0000000042',
    '3000000007',
    '9999999999',
  ]);
  expect(() => invoiceNumber('original', 1_000_000_000)).toThrow(RangeError);
  expect(fileNameOf({ type: 'original', number: '0000000042' })).toBe('invoice-0000000042');
});

test.each([
  ['proform', 7, 7],
  ['proform', 9_000_000_007, 7],
  ['credit-note', 3_000_001_200, 1200],
  ['original', 1200, 1200],
  ['original', 0, 0],
  ['original', 9_000_000_007, undefined],
  ['proform', 3_000_000_007, undefined],
  ['original', 1_000_000_007, undefined],
] as const)('a number of %s given as %d is %s', (type, given, number) => {
  expect(numberInSeries(type, given)).toBe(number);
});
