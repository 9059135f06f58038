import { z } from 'zod';
import { about } from './primitives.ts';

export const PromoCode = z
  .strictObject({
    code: z.string().meta(about('The code as it is typed.', 'SPRING20')),
    percentage: z.number().meta(about('Percent off the price.', 20)),
    minimum_billing_cycle: z.int().meta(about('Months that must be paid at once for the code to hold.', 3)),
  })
  .meta({ id: 'PromoCode', description: 'A code that lowers a price.' });
export type PromoCode = z.infer<typeof PromoCode>;
