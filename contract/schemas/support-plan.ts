import { z } from 'zod';
import { about, BillingCycle, line, MoneyNumber, Reason } from './primitives.ts';

export const SupportPlan = z
  .strictObject({
    key: z.string().meta(about('Word by which orders name it.', 'premium')),
    name: z.string().meta(about('Name for people.', 'Premium')),
    price: MoneyNumber.describe('Price of a month, without VAT.'),
    price_with_vat: MoneyNumber.describe('The same with VAT at the rate of the account.'),
    features: z.array(z.string()).meta(about('What it comprises.', ['Answer within an hour'])),
  })
  .meta({ id: 'SupportPlan', description: 'A level of support.' });
export type SupportPlan = z.infer<typeof SupportPlan>;

export const PurchaseSupportPlan = z
  .strictObject({
    plan: line(1, 64).meta(about('Key of the plan.', 'premium')),
    billing_cycle: BillingCycle.meta(about('Months to pay at once, 1 to 24.', 1)),
  })
  .meta({ id: 'PurchaseSupportPlan', description: 'Which support plan, and for how long.' });
export const RenewSupportPlan = z
  .strictObject({ billing_cycle: BillingCycle.meta(about('Months to pay at once, 1 to 24.', 1)) })
  .meta({ id: 'RenewSupportPlan', description: 'For how much longer.' });
export const CancelSupportPlan = z
  .strictObject({
    reason: Reason.optional().meta(about('Why, for the operator of the service.', 'No longer needed.')),
    now: z.boolean().default(false).describe('true: end at once; false: when the paid time is over.'),
  })
  .meta({ id: 'CancelSupportPlan', description: 'When to end it.' });
