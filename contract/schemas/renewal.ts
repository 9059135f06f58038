import { z } from 'zod';
import { MoneyNumber } from './primitives.ts';
import { PromoCode } from './promo-code.ts';

export const RenewalCost = z
  .strictObject({
    amount: MoneyNumber.describe('Price without VAT, before discounts.'),
    amount_with_vat: MoneyNumber.describe('Price with VAT at the rate of the account, before discounts.'),
    discount: MoneyNumber.describe('Discount for a long period, without VAT.'),
    discount_with_vat: MoneyNumber.describe('Discount for a long period, with VAT at the rate of the account.'),
    promo_code: PromoCode.nullable().describe('Promo code of the request, or null if there is none.'),
    promo_amount: MoneyNumber.describe('Discount of the promo code, without VAT.'),
    promo_amount_with_vat: MoneyNumber.describe('Discount of the promo code, with VAT at the rate of the account.'),
    due_today_amount: MoneyNumber.describe('Amount due now, without VAT.'),
    due_today_amount_with_vat: MoneyNumber.describe('Amount due now, with VAT at the rate of the account.'),
  })
  .meta({ id: 'RenewalCost', description: 'The price of a renewal.' });
export type RenewalCost = z.infer<typeof RenewalCost>;
