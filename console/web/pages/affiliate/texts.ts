/** Texts about the account: billing data, affiliate program, exports, closing. */
import type { AffiliateConversion, AffiliatePayout } from '@innkeeper/sdk/index';

export const texts = {
  affiliateWhat: 'Share a link. You get a part of what new customers who sign up with it pay.',
  activate: 'Activate the affiliate program',
  referralUrl: 'Your link',
  copyUrl: 'Copy your link',
  code: 'Referral code',
  codeHint: '5 to 20 letters, digits, hyphens or underscores. Links with an earlier code stay valid.',
  changeCode: 'Change the code',
  earnings: 'Earnings',
  facts: {
    turnover: 'Paid by referred customers',
    commission: 'Your commission',
    estimated: 'Not paid out yet',
    allTime: 'Earned so far',
    nextPayout: 'Next payout',
  },
  percent: (commission: number) => `${commission} %`,
  inDays: (days: number) => (days === 0 ? 'today' : days === 1 ? 'in 1 day' : `in ${days} days`),
  conversions: 'Conversions',
  noConversions: 'No referred customer has paid an order yet.',
  conversion: (id: number) => `Conversion ${id}`,
  ofOrder: (amount: string) => `of an order of ${amount} without VAT`,
  payouts: 'Payouts',
  noPayouts: 'Nothing was paid out yet.',
  payout: (id: number) => `Payout ${id}`,
  paidOn: (day: string) => `paid on ${day}`,
  more: 'Show more',
} as const;

export const CONVERSION_STATES: Record<AffiliateConversion['status'], string> = {
  pending: 'Pending',
  approved: 'Approved',
  paid: 'Paid out',
  reversed: 'Reversed',
};

export const PAYOUT_STATES: Record<AffiliatePayout['status'], string> = { pending: 'Pending', paid: 'Paid', failed: 'Failed' };
