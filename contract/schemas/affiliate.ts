import { z } from 'zod';
import { Id, MoneyNumber, Time } from './primitives.ts';
import { ReferralCode } from './user.ts';

export const Affiliate = z
  .strictObject({
    referral_code: z.string(),
    referral_url: z.string(),
    referrals_turnover: MoneyNumber,
    commission: z.number().describe('Percent.'),
    estimated_earnings: MoneyNumber,
    all_time_earnings: MoneyNumber,
    next_payout_in_days: z.int(),
  })
  .meta({ id: 'Affiliate' });
export type Affiliate = z.infer<typeof Affiliate>;

export const AffiliateConversion = z
  .strictObject({
    id: Id,
    created_at: Time,
    order_amount: MoneyNumber,
    commission: MoneyNumber,
    status: z.enum(['pending', 'confirmed', 'rejected']),
  })
  .meta({ id: 'AffiliateConversion' });
export type AffiliateConversion = z.infer<typeof AffiliateConversion>;

export const AffiliatePayout = z
  .strictObject({
    id: Id,
    created_at: Time,
    amount: MoneyNumber,
    status: z.enum(['pending', 'paid', 'failed']),
    paid_at: Time.nullable(),
  })
  .meta({ id: 'AffiliatePayout' });
export type AffiliatePayout = z.infer<typeof AffiliatePayout>;

export const UpdateReferralCode = z.strictObject({ referral_code: ReferralCode });
