import { expect, it } from 'vitest';
import { paidOrdersOf } from './account.ts';

it('finds the first payment, and does not count a deposit as a paid order', () => {
  const deposit = { type: 'deposit', payment_date: '2027-01-02T00:00:00Z' } as const;
  expect(paidOrdersOf([])).toEqual({ paid: false, firstPaymentAt: null });
  expect(paidOrdersOf([deposit])).toEqual({ paid: false, firstPaymentAt: new Date('2027-01-02T00:00:00Z') });
  expect(paidOrdersOf([{ type: 'new-service', payment_date: '2027-01-03T00:00:00Z' }, deposit])).toEqual({
    ...{ paid: true, firstPaymentAt: new Date('2027-01-02T00:00:00Z') },
  });
});
