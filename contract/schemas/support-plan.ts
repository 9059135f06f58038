import { z } from 'zod';
import { BillingCycle, line, MoneyNumber, Reason } from './primitives.ts';

export const SupportPlan = z
  .strictObject({
    key: z.string(),
    name: z.string(),
    price: MoneyNumber,
    price_with_vat: MoneyNumber,
    features: z.array(z.string()),
  })
  .meta({ id: 'SupportPlan' });
export type SupportPlan = z.infer<typeof SupportPlan>;

export const PurchaseSupportPlan = z.strictObject({ plan: line(1, 64), billing_cycle: BillingCycle });
export const RenewSupportPlan = z.strictObject({ billing_cycle: BillingCycle });
export const CancelSupportPlan = z.strictObject({ reason: Reason.optional(), now: z.boolean().default(false) });
