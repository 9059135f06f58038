import type { Affiliate, AffiliateConversion, AffiliatePayout } from '@innkeeper/contract/schemas/affiliate';
import type { Conversion, Payout } from '@innkeeper/db/tables/affiliates';
import { decimalNumber } from '@innkeeper/model/money';
import type { ShownAffiliate } from '@innkeeper/operations/affiliate/get';
import { iso } from './time.ts';

export function presentAffiliate(affiliate: ShownAffiliate): Affiliate {
  return {
    referral_code: affiliate.code,
    referral_url: affiliate.url,
    referrals_turnover: decimalNumber(affiliate.turnover),
    commission: affiliate.percentage,
    estimated_earnings: decimalNumber(affiliate.estimated),
    all_time_earnings: decimalNumber(affiliate.earned),
    next_payout_in_days: affiliate.nextPayoutInDays,
  };
}

export function presentConversion(row: Conversion): AffiliateConversion {
  return {
    id: row.id,
    created_at: iso(row.created_at),
    order_amount: decimalNumber(row.net),
    commission_amount: decimalNumber(row.commission),
    status: row.status,
  };
}

/** It goes to the balance, where it is at once. */
export function presentPayout(row: Payout): AffiliatePayout {
  const at = iso(row.created_at);
  return { id: row.id, created_at: at, amount: decimalNumber(row.amount), status: 'paid', paid_at: at };
}
