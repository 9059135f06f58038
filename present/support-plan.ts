import type { AccountSupportPlan, SupportPlan } from '@innkeeper/contract/schemas/support-plan';
import type { AccountSupportPlan as AccountPlanRow, SupportPlan as PlanRow } from '@innkeeper/db/tables/support-plans';
import { type BasisPoints, toDecimalNumber, withVat } from '@innkeeper/model/money/money';
import { priceOfMonths } from '@innkeeper/model/services/services';
import { presentCancelRequest } from './cancel-request.ts';
import { isoOrNull } from './time.ts';

export function presentSupportPlan(
  {
    key,
    name,
    price,
    features,
    response_minutes,
    around_the_clock,
    credit_percentage,
  }: Omit<PlanRow, 'id' | 'position' | 'disabled_at'>,
  rate: BasisPoints,
): SupportPlan {
  return {
    key,
    name,
    price: toDecimalNumber(price),
    price_with_vat: toDecimalNumber(withVat(price, rate)),
    features,
    response_minutes,
    around_the_clock,
    credit_percentage,
  };
}

/** Presents the support plan of an account. Its monthly price is the one it was sold for. */
export function presentAccountSupportPlan(row: AccountPlanRow, rate: BasisPoints): AccountSupportPlan {
  const { key, renew_price, billing_cycle, status, auto_renew } = row;
  const price = priceOfMonths(renew_price, billing_cycle, 1);
  return {
    plan: presentSupportPlan({ ...row, key: key ?? '', price }, rate),
    status,
    billing_cycle,
    auto_renew,
    expiry_at: isoOrNull(row.expiry_at),
    cancel_request: presentCancelRequest(row.cancel_request),
  };
}
