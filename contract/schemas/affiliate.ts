import { z } from 'zod';
import { about, Id, MoneyNumber, Time } from './primitives.ts';
import { ReferralCode } from './user.ts';

export const Affiliate = z
  .strictObject({
    referral_code: z
      .string()
      .meta(about('Code that new customers sign up with. Unique; upper and lower case are the same.', 'harbour-7')),
    referral_url: z.string().meta(about('The sign-up address with the code in it.', 'https://www.example.com/?ref=harbour-7')),
    referrals_turnover: MoneyNumber.describe('What accounts that signed up with the code have paid so far, without VAT.'),
    commission: z.number().meta(about('Share of that turnover which is paid out, in percent.', 10)),
    estimated_earnings: MoneyNumber.describe('Commission of this period, not paid out yet.'),
    all_time_earnings: MoneyNumber.describe('All commission ever earned.'),
    next_payout_in_days: z.int().meta(about('Days until the next payout.', 12)),
  })
  .meta({ id: 'Affiliate', description: 'The account as an affiliate: its code, and the commission that it has earned.' });
export type Affiliate = z.infer<typeof Affiliate>;

export const AffiliateConversion = z
  .strictObject({
    id: Id.describe('Id of the conversion.'),
    created_at: Time.describe('When the order was paid.'),
    order_amount: MoneyNumber.describe('What the order cost, without VAT.'),
    commission_amount: MoneyNumber.describe('What this account gets for it.'),
    status: z.enum(['pending', 'approved', 'paid', 'reversed']).meta(about('Status of the commission.', 'pending')),
  })
  .meta({ id: 'AffiliateConversion', description: 'A paid order of an account that signed up with the code.' });
export type AffiliateConversion = z.infer<typeof AffiliateConversion>;

export const AffiliatePayout = z
  .strictObject({
    id: Id.describe('Id of the payout.'),
    created_at: Time.describe('When it was made.'),
    amount: MoneyNumber.describe('What is paid out.'),
    status: z.enum(['pending', 'paid', 'failed']).meta(about('Status of the payout.', 'paid')),
    paid_at: Time.nullable().describe('When it was paid; null while it is not.'),
  })
  .meta({ id: 'AffiliatePayout', description: 'Commission that is paid out.' });
export type AffiliatePayout = z.infer<typeof AffiliatePayout>;

export const UpdateReferralCode = z
  .strictObject({
    referral_code: ReferralCode.meta(
      about('The new code: 5 to 20 letters, digits, hyphens or underscores. Links with the old one go on working.', 'harbour-7'),
    ),
  })
  .meta({ id: 'UpdateReferralCode', description: 'The new referral code.' });
