import { z } from 'zod';
import { CancelRequest } from './cancel-request.ts';
import { AutoPay, about, BillingCycle, line, MoneyNumber, Reason, Time } from './primitives.ts';
import { ServiceStatus } from './service.ts';

export const SupportPlan = z
  .strictObject({
    key: z.string().meta(about('Key by which an order names it.', 'premium')),
    name: z.string().meta(about('Name for people.', 'Premium')),
    price: MoneyNumber.describe('Price of a month, without VAT.'),
    price_with_vat: MoneyNumber.describe('The same with VAT at the rate of the account.'),
    features: z.array(z.string()).meta(about('What it includes.', ['Answer within an hour'])),
    response_minutes: z
      .int()
      .nullable()
      .meta(about('Within how many minutes of working time support answers; null: as soon as it can.', 60)),
    around_the_clock: z.boolean().meta(about('Whether all time counts as working time.', true)),
    credit_percentage: z
      .int()
      .meta(about('Which part of the price of a month is credited for an answer that comes later, in percent.', 10)),
  })
  .meta({ id: 'SupportPlan', description: 'A level of support.' });
export type SupportPlan = z.infer<typeof SupportPlan>;

/** The support plan that an account has. */
export const AccountSupportPlan = z
  .strictObject({
    plan: SupportPlan.describe('What it includes, and what a month costs.'),
    status: ServiceStatus.describe('Its billing status.'),
    billing_cycle: z.int().meta(about('Months that are paid at once.', 1)),
    expiry_at: Time.nullable().describe('Until when it is paid; null until it is.'),
    auto_renew: z.boolean().describe('Whether it is renewed automatically.'),
    cancel_request: CancelRequest.nullable().describe('The request to end it; null when there is none.'),
  })
  .meta({ id: 'AccountSupportPlan', description: 'The support plan of the account.' });
export type AccountSupportPlan = z.infer<typeof AccountSupportPlan>;

export const PurchaseSupportPlan = z
  .strictObject({
    plan: line(1, 64).meta(about('Key of the plan.', 'premium')),
    billing_cycle: BillingCycle.meta(about('Months to pay at once, 1 to 24.', 1)),
    auto_pay: AutoPay,
  })
  .meta({ id: 'PurchaseSupportPlan', description: 'The support plan to order, and for how many months.' });
export const RenewSupportPlan = z
  .strictObject({ billing_cycle: BillingCycle.meta(about('Months to pay at once, 1 to 24.', 1)), auto_pay: AutoPay })
  .meta({ id: 'RenewSupportPlan', description: 'For how many months to renew it.' });
export const CancelSupportPlan = z
  .strictObject({
    reason: Reason.optional().meta(about('Why, for the operator of the service.', 'No longer needed.')),
    now: z.boolean().default(false).describe('true: at once; false: when the paid time is over.'),
  })
  .meta({ id: 'CancelSupportPlan', description: 'When to cancel it.' });
