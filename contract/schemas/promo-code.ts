import { z } from 'zod';

export const PromoCode = z
  .strictObject({ code: z.string(), percentage: z.number(), minimum_billing_cycle: z.int() })
  .meta({ id: 'PromoCode' });
export type PromoCode = z.infer<typeof PromoCode>;
