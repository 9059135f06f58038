import type { Balance } from '@innkeeper/sdk/index';
import { formatMoney, formatShortDay } from './format.ts';
import { texts } from './renewal-cover-texts.ts';

type Cover = Pick<Balance, 'covered_until' | 'card_charged_at' | 'shortfall' | 'currency'>;

/** Returns the sentence about the renewals of the next 30 days: until when they are paid, or when the card is charged for them. */
export function describeRenewalCover(balance: Cover, now: number): string {
  const { covered_until: until, card_charged_at: charged } = balance;
  if (until !== null) {
    const missing = formatMoney(balance.shortfall, balance.currency);
    const end = Date.parse(until);
    return end > now ? texts.coveredUntil(formatShortDay(end), missing) : texts.overdueSince(formatShortDay(end), missing);
  }
  return charged === null ? texts.covered : texts.chargedToCard(formatShortDay(Date.parse(charged)));
}
