/** Computes commissions, payout dates and referral codes of affiliates. */
import { days } from '../time/clock.ts';
import type { Cents } from './money.ts';

/**
 * Returns the commission for an order. `net` is the paid net amount after refunds.
 *
 * The commission is computed from the whole order and rounded down once. Several partial refunds therefore leave the same commission as one
 * refund of their sum, and a full refund leaves none.
 */
export function commissionOf(net: Cents, percentage: number): Cents {
  return (net * BigInt(percentage)) / 100n;
}

/**
 * Returns the first time after `now` in the series that starts at `planned` and repeats every `everyDays` days. Because the series is
 * fixed, a late payout does not postpone later payouts.
 */
export function nextPayoutAt(planned: Date, everyDays: number, now: Date): Date {
  const every = days(everyDays);
  const missed = Math.max(0, Math.floor((now.getTime() - planned.getTime()) / every) + 1);
  return new Date(planned.getTime() + missed * every);
}

/** Returns the days until `at`, rounded up. 0 if `at` has passed. */
export function daysUntil(at: Date, now: Date): number {
  return Math.max(0, Math.ceil((at.getTime() - now.getTime()) / days(1)));
}

/** Alphabet of referral codes, without letters and digits that are easily confused. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODE_LENGTH = 10;

/** Returns a random referral code. `random` returns an integer of at least 0 and below its argument. */
export function randomCode(random: (below: number) => number): string {
  return Array.from({ length: CODE_LENGTH }, () => LETTERS[random(LETTERS.length)]).join('');
}

/** Returns an email address in lower case and without its tag: `ann@example.org` for `Ann+shop@example.org`. Both reach one mailbox. */
export function mailboxOf(email: string): string {
  const address = email.toLowerCase();
  const [plus, at] = [address.indexOf('+'), address.lastIndexOf('@')];
  return plus === -1 || plus > at ? address : address.slice(0, plus) + address.slice(at);
}
