import { expect, test } from 'vitest';
import { describeInput } from './approved-input.ts';

test('names what a request is about, and leaves out the reason and what was not given', () => {
  const input = { service: 12, after: 24, reason: 'It sends spam.', iban: undefined, dry_run: false };
  expect(describeInput(input)).toEqual(['service: 12', 'after: 24']);
  expect(describeInput({ order: 7, to: 'payer', lines: ['41', '42=5.00'] })).toEqual([
    'order: 7',
    'to: payer',
    'lines (without VAT): 41, 42=5.00',
  ]);
});
