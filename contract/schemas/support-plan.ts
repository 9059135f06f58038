import { z } from 'zod';
import { CancelRequest } from './cancel-request.ts';
import { AutoPay, about, BillingCycle, line, MoneyNumber, Reason, Time } from './primitives.ts';
import { ServiceStatus } from './service.ts';

export const SupportPlan = z
  .strictObject({
    key: z.string().meta(about('Key that orders use for the support plan.', 'premium')),
    name: z.string().meta(about('Display name.', 'Premium')),
    price: MoneyNumber.describe('Monthly price, without VAT.'),
    price_with_vat: MoneyNumber.describe('Monthly price, with VAT at the rate of the account.'),
    features: z.array(z.string()).meta(about('Features of the plan.', ['Answer within an hour'])),
    response_minutes: z
      .int()
      .nullable()
      .meta(about('Promised response time in minutes of working time, or null for no promise.', 60)),
    around_the_clock: z.boolean().meta(about('True if working time is around the clock.', true)),
    credit_percentage: z.int().meta(about('Credit for a late answer, as a percentage of the monthly price.', 10)),
  })
  .meta({ id: 'SupportPlan', description: 'A support plan.' });
export type SupportPlan = z.infer<typeof SupportPlan>;

/** The support plan of an account. */
export const AccountSupportPlan = z
  .strictObject({
    plan: SupportPlan.describe('Features and monthly price of the plan.'),
    status: ServiceStatus.describe('Billing status.'),
    billing_cycle: z.int().meta(about('Billing cycle in months.', 1)),
    expiry_at: Time.nullable().describe('End of the paid time, or null if the plan is not paid yet.'),
    auto_renew: z.boolean().describe('True if the plan is renewed automatically.'),
    cancel_request: CancelRequest.nullable().describe('Cancellation of the plan, or null if there is none.'),
  })
  .meta({ id: 'AccountSupportPlan', description: 'The support plan of the account.' });
export type AccountSupportPlan = z.infer<typeof AccountSupportPlan>;

export const PurchaseSupportPlan = z
  .strictObject({
    plan: line(1, 64).meta(about('Key of the plan.', 'premium')),
    billing_cycle: BillingCycle.meta(about('Billing cycle in months, 1 to 24.', 1)),
    auto_pay: AutoPay,
  })
  .meta({ id: 'PurchaseSupportPlan', description: 'The support plan to order, and its billing cycle.' });
export const RenewSupportPlan = z
  .strictObject({ billing_cycle: BillingCycle.meta(about('Number of months to renew for, 1 to 24.', 1)), auto_pay: AutoPay })
  .meta({ id: 'RenewSupportPlan', description: 'The number of months to renew for.' });
export const CancelSupportPlan = z
  .strictObject({
    reason: Reason.optional().meta(about('Reason, for the operator of the service.', 'No longer needed.')),
    now: z.boolean().default(false).describe('True to cancel immediately, false to cancel at the end of the paid time.'),
  })
  .meta({ id: 'CancelSupportPlan', description: 'Time and reason of the cancellation.' });
