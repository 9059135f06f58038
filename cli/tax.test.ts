import { expect, it } from 'vitest';
import { formatTaxReport } from './tax.ts';

const sum = { country: 'DE', rate: 19, base: '100.00', vat: '19.00' };
const report = { quarter: '2026Q1', seller_country: 'AT', oss_declared_in: 'EUR' as const, oss: [sum], vat: '19.00' };
const others = { oss_corrections: [], domestic: [], reverse_charge: [], outside_eu: [] };

it('says that the One Stop Shop return is in euro if the amounts are in another currency', () => {
  const sentence = 'The One Stop Shop return is in EUR';
  expect(formatTaxReport({ ...report, ...others, currency: 'CHF' })).toContain(sentence);
  expect(formatTaxReport({ ...report, ...others, currency: 'EUR' })).not.toContain(sentence);
  expect(formatTaxReport({ ...report, ...others, currency: 'CHF', oss: [] })).not.toContain(sentence);
});
