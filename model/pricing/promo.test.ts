import { expect, test } from 'vitest';
import { bestPromo, discountOf, type PromoTerms, promoRefusal } from './promo.ts';

const promo = (fields: Partial<PromoTerms>): PromoTerms => ({
  ...{ code: 'A', percentage: 10, minimum_billing_cycle: 1, applies_to: 'both', planIds: null, ...fields },
});
const buy = { act: 'new', planId: 1, months: 3 } as const;

test.each([
  ['holds', {}, buy, undefined],
  ['is for new servers', { applies_to: 'new' }, { ...buy, act: 'renewal' }, 'This promo code is valid for new servers only.'],
  ['is for renewals', { applies_to: 'renewal' }, buy, 'This promo code is valid for renewals only.'],
  ['is for another plan', { planIds: [2] }, buy, 'This promo code is not valid for this plan.'],
  ['is for this plan too', { planIds: [1, 2] }, buy, undefined],
  ['wants more months', { minimum_billing_cycle: 6 }, buy, 'This promo code needs a billing cycle of at least 6 months.'],
  ['wants as many months', { minimum_billing_cycle: 3 }, buy, undefined],
] as const)('a code that %s', (_, fields, purchase, refusal) => {
  expect(promoRefusal(promo(fields), purchase)).toBe(refusal);
});

test('of several codes the valid one with the largest discount is used', () => {
  const codes = [
    promo({ code: 'TEN' }),
    promo({ code: 'THIRTY', percentage: 30, planIds: [2] }),
    promo({ code: 'TWENTY', percentage: 20 }),
    promo({ code: 'ALSO20', percentage: 20 }),
  ];
  expect(bestPromo(codes, buy)).toEqual({ code: 'TWENTY', percentage: 20, minimum_billing_cycle: 1 });
  expect(bestPromo(codes.slice(1, 2), buy)).toBeNull();
});

test('a discount rounds half up', () => {
  expect([discountOf(5n, 10), discountOf(4n, 10), discountOf(333n, 100), discountOf(0n, 50)]).toEqual([1n, 0n, 333n, 0n]);
});
