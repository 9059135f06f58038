/** What affiliates get, and when. */
import { days } from './clock.ts';
import type { Cents } from './money.ts';

/**
 * Of an order of which `net` cents stayed paid: rounded down to the cent once, over all of it. So refunds in parts leave the same as one
 * refund of their sum, and nothing is left of an order that was refunded whole.
 */
export function commissionOf(net: Cents, percentage: number): Cents {
  return (net * BigInt(percentage)) / 100n;
}

/** The first after `now` of the days that follow one another from `planned` on, so that a payout that comes late moves no later one. */
export function nextPayoutAt(planned: Date, everyDays: number, now: Date): Date {
  const every = days(everyDays);
  const missed = Math.max(0, Math.floor((now.getTime() - planned.getTime()) / every) + 1);
  return new Date(planned.getTime() + missed * every);
}

/** Whole days, begun ones too; 0 when it is due. */
export function daysUntil(at: Date, now: Date): number {
  return Math.max(0, Math.ceil((at.getTime() - now.getTime()) / days(1)));
}

/** Without letters and digits that are taken for one another. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODE_LENGTH = 10;

/** A code that nobody chose. `random`: a whole number from 0 below its argument. */
export function randomCode(random: (below: number) => number): string {
  return Array.from({ length: CODE_LENGTH }, () => LETTERS[random(LETTERS.length)]).join('');
}

/** The mailbox of an e-mail address: `Ann+shop@example.org` is delivered to `ann@example.org`. */
export function mailboxOf(email: string): string {
  const address = email.toLowerCase();
  const [plus, at] = [address.indexOf('+'), address.lastIndexOf('@')];
  return plus === -1 || plus > at ? address : address.slice(0, plus) + address.slice(at);
}
