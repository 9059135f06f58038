import { z } from 'zod';
import { about } from './primitives.ts';

export const PromoCode = z
  .strictObject({
    code: z.string().meta(about('Promo code, as customers enter it.', 'SPRING20')),
    percentage: z.number().meta(about('Discount in percent.', 20)),
    minimum_billing_cycle: z.int().meta(about('Minimum billing cycle in months for the code.', 3)),
  })
  .meta({ id: 'PromoCode', description: 'A promo code, which reduces a price.' });
export type PromoCode = z.infer<typeof PromoCode>;
