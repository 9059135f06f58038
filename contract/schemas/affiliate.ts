import { z } from 'zod';
import { about, Id, MoneyNumber, Time } from './primitives.ts';
import { ReferralCode } from './user.ts';

export const Affiliate = z
  .strictObject({
    referral_code: z.string().meta(about('Unique code that new customers sign up with. Not case-sensitive.', 'harbour-7')),
    referral_url: z.string().meta(about('Sign-up URL that contains the code.', 'https://www.example.com/?ref=harbour-7')),
    referrals_turnover: MoneyNumber.describe('Amount that accounts with the code have paid so far, without VAT.'),
    commission: z.number().meta(about('Commission as a percentage of the turnover.', 10)),
    estimated_earnings: MoneyNumber.describe('Commission that is not paid out yet.'),
    all_time_earnings: MoneyNumber.describe('Total commission earned so far.'),
    next_payout_in_days: z.int().meta(about('Time in days until the next payout.', 12)),
  })
  .meta({ id: 'Affiliate', description: 'The affiliate data of the account: its code and its commission.' });
export type Affiliate = z.infer<typeof Affiliate>;

export const AffiliateConversion = z
  .strictObject({
    id: Id.describe('Id of the conversion.'),
    created_at: Time.describe('Time when the order was paid.'),
    order_amount: MoneyNumber.describe('Price of the order, without VAT.'),
    commission_amount: MoneyNumber.describe('Commission for this account.'),
    status: z.enum(['pending', 'approved', 'paid', 'reversed']).meta(about('Status of the commission.', 'pending')),
  })
  .meta({ id: 'AffiliateConversion', description: 'A paid order of an account that signed up with the code.' });
export type AffiliateConversion = z.infer<typeof AffiliateConversion>;

export const AffiliatePayout = z
  .strictObject({
    id: Id.describe('Id of the payout.'),
    created_at: Time.describe('Time when the payout was created.'),
    amount: MoneyNumber.describe('Amount of the payout.'),
    status: z.enum(['pending', 'paid', 'failed']).meta(about('Status of the payout.', 'paid')),
    paid_at: Time.nullable().describe('Time of the payment, or null if it is not paid yet.'),
  })
  .meta({ id: 'AffiliatePayout', description: 'A payout of commission.' });
export type AffiliatePayout = z.infer<typeof AffiliatePayout>;

export const UpdateReferralCode = z
  .strictObject({
    referral_code: ReferralCode.meta(
      about('New code: 5 to 20 letters, digits, hyphens or underscores. Links with the previous code remain valid.', 'harbour-7'),
    ),
  })
  .meta({ id: 'UpdateReferralCode', description: 'The new referral code.' });
