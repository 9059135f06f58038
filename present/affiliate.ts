import type { Affiliate, AffiliateConversion, AffiliatePayout } from '@innkeeper/contract/schemas/affiliate';
import type { Conversion, Payout } from '@innkeeper/db/tables/affiliates';
import { type Cents, toDecimalNumber } from '@innkeeper/model/money/money';
import { iso } from './time.ts';

export interface ShownAffiliate {
  code: string;
  /** URL of the sign-up page with the code. */
  url: string;
  percentage: number;
  /** Net cents of referred orders that were paid and not refunded. */
  turnover: Cents;
  /** Commission in cents that is not paid out yet. */
  estimated: Cents;
  /** Commission in cents that was approved and not taken back. */
  earned: Cents;
  nextPayoutInDays: number;
}

export function presentAffiliate(affiliate: ShownAffiliate): Affiliate {
  return {
    referral_code: affiliate.code,
    referral_url: affiliate.url,
    referrals_turnover: toDecimalNumber(affiliate.turnover),
    commission: affiliate.percentage,
    estimated_earnings: toDecimalNumber(affiliate.estimated),
    all_time_earnings: toDecimalNumber(affiliate.earned),
    next_payout_in_days: affiliate.nextPayoutInDays,
  };
}

export function presentConversion(row: Conversion): AffiliateConversion {
  return {
    id: row.id,
    created_at: iso(row.created_at),
    order_amount: toDecimalNumber(row.net),
    commission_amount: toDecimalNumber(row.commission),
    status: row.status,
  };
}

/** Presents a payout. It is paid at once, because it goes to the balance. */
export function presentPayout(row: Payout): AffiliatePayout {
  const at = iso(row.created_at);
  return { id: row.id, created_at: at, amount: toDecimalNumber(row.amount), status: 'paid', paid_at: at };
}
