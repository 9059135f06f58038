import { expect, test } from 'vitest';
import { toStepRow } from './steps.ts';

test.each([
  [
    { step: 'months', text: 'EUR 3.99 a month for 1 month: EUR 3.99.', values: { net: '399' } },
    { text: 'EUR 3.99 a month for 1 month', amount: 3.99 },
  ],
  [
    { step: 'promo', text: 'Promo code SPRING20, 20 % off: EUR -0.80.', values: { discount: '80' } },
    { text: 'Promo code SPRING20, 20 % off', amount: -0.8 },
  ],
  [
    { step: 'vat', text: 'VAT of 20 % on EUR 3.19: EUR 0.64.', values: { base: '319', vat: '64' } },
    { text: 'VAT of 20 % on EUR 3.19', amount: 0.64 },
  ],
  [
    { step: 'vat', text: 'No VAT on EUR 3.19. Reverse charge.', values: { base: '319', vat: '0' } },
    { text: 'No VAT on EUR 3.19. Reverse charge.', amount: 0 },
  ],
  [
    {
      step: 'difference',
      text: 'The new price for this time is EUR 2.00 lower than the old price, so nothing is due.',
      values: { net: '-200' },
    },
    { text: 'The new price for this time is EUR 2.00 lower than the old price, so nothing is due.', amount: null },
  ],
  [
    {
      step: 'refund',
      text: 'Refunded to the balance: EUR 2.00 and VAT of EUR 0.40, paid with order 7.',
      values: { net: '200', vat: '40' },
    },
    { text: 'Refunded to the balance: EUR 2.00 and VAT of EUR 0.40, paid with order 7.', amount: -2 },
  ],
] as const)('%o', (step, row) => {
  expect(toStepRow({ ...step, values: step.values as Record<string, string> })).toEqual(row);
});
