/** Checks and prices a purchase of a support plan. */

import type { Service } from '@innkeeper/db/schema';
import { findSupportPlanOf, lockSupportPlanOf, type SupportPlan } from '@innkeeper/db/tables/support-plans';
import { Failure } from '@innkeeper/model/failures';
import { monthsStep } from '@innkeeper/model/pricing/explanation';
import { type LinePrice, priceLine } from '@innkeeper/model/pricing/line';
import { boundary } from '@innkeeper/model/pricing/period';
import type { TaxDecision } from '@innkeeper/model/vat/decide';
import type { Customer } from '../actor.ts';
import type { MutatingCx } from '../context.ts';
import { requireSupportPlanOnSale } from '../resources/catalogue.ts';
import { supportPlanLabel } from '../service-types/support-plan.ts';

/** Returns the plan. Throws `validation` for a plan that is not on sale, and `wrong_state` if the account already has a support plan. */
export async function checkSupportPlan(cx: MutatingCx<Customer>, { plan: key }: { plan: string }): Promise<SupportPlan> {
  const plan = await requireSupportPlanOnSale(cx, key);
  if (await findSupportPlanOf(cx.db, cx.actor.accountId)) throw alreadyHasPlan();
  return plan;
}

/** Returns the failure for an account that already has a support plan. */
export const alreadyHasPlan = (): Failure =>
  new Failure('wrong_state', { message: 'This account already has a support plan, or an order for one. Cancel it first.' });

/** Returns the caller's support plan, locked until the transaction ends. Throws `not_found`. */
export async function requireSupportPlan(cx: MutatingCx<Customer>): Promise<Service> {
  const service = await lockSupportPlanOf(cx.db, cx.actor.accountId);
  if (!service) throw new Failure('not_found', { message: 'This account has no support plan.' });
  return service;
}

/** Order line of a support plan. */
export interface SupportPlanLine extends LinePrice {
  label: string;
  sublabel: string;
  service_type: 'support-plan';
  quantity: number;
  billing_cycle: number;
  period_from: Date;
  period_to: Date;
}

/** Returns the line, with a period that starts now. */
export function supportPlanLine(
  { clock }: Pick<MutatingCx, 'clock'>,
  tax: TaxDecision,
  { name, price }: SupportPlan,
  months: number,
): SupportPlanLine {
  const from = clock.now();
  return {
    label: supportPlanLabel(name),
    sublabel: '',
    service_type: 'support-plan',
    quantity: 1,
    billing_cycle: months,
    period_from: from,
    period_to: boundary(from, months),
    ...priceLine({ steps: [monthsStep(price, 1, months)], tax }),
  };
}
