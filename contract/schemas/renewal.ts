import { z } from 'zod';
import { MoneyNumber } from './primitives.ts';
import { PromoCode } from './promo-code.ts';

export const RenewalCost = z
  .strictObject({
    amount: MoneyNumber,
    amount_with_vat: MoneyNumber,
    discount: MoneyNumber,
    discount_with_vat: MoneyNumber,
    promo_code: PromoCode.nullable(),
    promo_amount: MoneyNumber,
    promo_amount_with_vat: MoneyNumber,
    due_today_amount: MoneyNumber,
    due_today_amount_with_vat: MoneyNumber,
  })
  .meta({ id: 'RenewalCost' });
export type RenewalCost = z.infer<typeof RenewalCost>;
