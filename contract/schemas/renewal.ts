import { z } from 'zod';
import { MoneyNumber } from './primitives.ts';
import { PromoCode } from './promo-code.ts';

export const RenewalCost = z
  .strictObject({
    amount: MoneyNumber.describe('Price without VAT, before discounts.'),
    amount_with_vat: MoneyNumber.describe('The same with VAT at the rate of the account.'),
    discount: MoneyNumber.describe('Discount for a long period, without VAT.'),
    discount_with_vat: MoneyNumber.describe('The same with VAT at the rate of the account.'),
    promo_code: PromoCode.nullable().describe('The promo code that was given; null for none.'),
    promo_amount: MoneyNumber.describe('Discount of the promo code, without VAT.'),
    promo_amount_with_vat: MoneyNumber.describe('The same with VAT at the rate of the account.'),
    due_today_amount: MoneyNumber.describe('What has to be paid now, without VAT.'),
    due_today_amount_with_vat: MoneyNumber.describe('The same with VAT at the rate of the account.'),
  })
  .meta({ id: 'RenewalCost', description: 'What a renewal would cost.' });
export type RenewalCost = z.infer<typeof RenewalCost>;
