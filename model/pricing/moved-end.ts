/**
 * Rules for staff who move the end of a paid term (docs/decisions/renewals.md).
 *
 * No money moves. Given time has no refund value, and removed time is not refunded. A later refund happens when the service gets cheaper or
 * ends. The move raises such a refund by at most two cents of rounding.
 */
import type { Cents } from '../money/money.ts';
import { discountLeft, type PaidDiscount } from './paid-value.ts';
import { boundary, isBoundary, monthsUpTo } from './period.ts';
import { partsLeft, type Term, valueLeft } from './proration.ts';

/**
 * Returns a sentence that explains why a service that is paid until `before` cannot end at `end`, or `undefined` if it can. `maxYears`
 * is the latest possible end in years from now.
 */
export function endRefusal({ before, end, now }: { before: Date; end: Date; now: Date }, maxYears: number): string | undefined {
  if (end <= now) return 'Must be in the future. To end the service now, cancel it.';
  if (end > boundary(now, 12 * maxYears)) return `Must be at most ${maxYears} years from now.`;
  return end.getTime() === before.getTime() ? 'The service already lasts until this time.' : undefined;
}

/**
 * Returns the billing anchor for a moved end.
 *
 * All later periods take the day of the month and the time of the new end. The anchor is the last such moment in a month that has that day.
 * It is at or before both the previous anchor `before` and the new end. After 31 January the boundaries are 28 February and 31 March.
 */
export function anchorOf(before: Date, end: Date): Date {
  let months = Math.min(0, monthsUpTo(end, before));
  while (boundary(end, months).getUTCDate() !== end.getUTCDate()) months -= 1;
  return boundary(end, months);
}

/**
 * Returns the new end of an addon whose server's end moves from `before` to `after`.
 *
 * An addon that was paid until the end of the server still ends with the server. An addon with less paid time ends at the next month
 * boundary of the new `anchor`. It can then be renewed up to the server's end.
 */
export function addonEnd(end: Date, { before, after, anchor }: { before: Date; after: Date; anchor: Date }): Date {
  if (end >= before || end >= after) return after;
  return isBoundary(anchor, end) ? end : boundary(anchor, monthsUpTo(anchor, end) + 1);
}

/** Returns the end postponed by the time from `since` to `now`, or `undefined` if the time from `since` on was not paid. */
export function postponeEnd({ end, since, now }: { end: Date; since: Date; now: Date }): Date | undefined {
  return end > since ? new Date(end.getTime() + now.getTime() - since.getTime()) : undefined;
}

/**
 * Returns the net value of the time from `before` to the end of the new term, at its price per cycle.
 *
 * The value is rounded up, so that many small gifts are worth at least as much as one. Months differ in length, so a gift in parts may be
 * worth up to a tenth less.
 */
export function valueOfFreeTime(price: Cents, before: Date, after: Term): Cents {
  if (after.expiresAt <= before) return 0n;
  const { ahead, seconds, ofSeconds } = partsLeft(after, before);
  return BigInt(ahead) * price + (price * seconds + ofSeconds - 1n) / ofSeconds;
}

/** A paid period before it was shortened or removed. Times are ISO 8601. */
export interface CutPeriod {
  line_id: number;
  from: string;
  to: string;
  paid_at: string;
}

export interface MovedTerm {
  /** Net price of a cycle. */
  price: Cents;
  discounts: readonly PaidDiscount[];
  before: Term;
  after: Term;
  now: Date;
}

/** Bound of the rounding error in cents. */
const MARGIN = 3n;

/**
 * Returns the discounts of the new term, which replace those of the old term.
 *
 * At each moment they reduce the new term to at most the value of the old term. Months differ in length, so the computation goes backwards
 * from one end of a cycle to the next. It also splits where the old term's value reaches zero, because a discount over several months may
 * exceed what is left of them.
 */
export function discountsAfterMove({ price, discounts, before, after, now }: MovedTerm): PaidDiscount[] {
  const oldValue = (at: Date) => valueLeft(price, before, at) - discountLeft(discounts, at);
  const excess = (at: Date) => valueLeft(price, after, at) - (oldValue(at) > 0n ? oldValue(at) : 0n);
  const times = cuts([
    now,
    after.expiresAt,
    before.expiresAt,
    ...endsOf(before, now),
    ...endsOf(after, now),
    ...endsIn(discounts),
  ]);
  const ends = times.filter((at) => at >= now && at <= after.expiresAt);
  const boundaries = cuts([...ends, ...ends.slice(1).flatMap((to, i) => zeroBetween(oldValue, ends[i] as Date, to))]);
  const taken: PaidDiscount[] = [];
  let sum = 0n;
  for (let i = boundaries.length - 2; i >= 0; i -= 1) {
    const [from, to] = [boundaries[i] as Date, boundaries[i + 1] as Date];
    const due = excess(from) > 0n ? excess(from) + MARGIN : 0n;
    if (due <= sum) continue;
    taken.unshift({ net: String(due - sum), from: from.toISOString(), to: to.toISOString() });
    sum = due;
  }
  return taken;
}

/** Returns the future ends of a term's cycles, without the last one. */
export function endsOf({ anchor, months, expiresAt }: Term, now: Date): Date[] {
  const counted = isBoundary(anchor, expiresAt) ? anchor : expiresAt;
  const end = monthsUpTo(counted, expiresAt);
  const cycles = Math.max(0, Math.ceil((end - monthsUpTo(counted, now)) / months));
  return Array.from({ length: cycles }, (_, i) => boundary(counted, end - (i + 1) * months));
}

/** Returns the time at which a linearly changing value is 0 between two times, or nothing. */
function zeroBetween(valueAt: (at: Date) => Cents, from: Date, to: Date): Date[] {
  const [first, last] = [Number(valueAt(from)), Number(valueAt(to))];
  if (first * last >= 0) return [];
  return [new Date(from.getTime() + Math.floor(((to.getTime() - from.getTime()) * first) / (first - last)))];
}

/** Returns the times at which discounts begin or end. */
export const endsIn = (discounts: readonly PaidDiscount[]): Date[] =>
  discounts.flatMap(({ from, to }) => [new Date(from), new Date(to)]);

/** Sorts times, each once. */
export const cuts = (times: readonly Date[]): Date[] =>
  [...new Set(times.map((at) => at.getTime()))].toSorted((a, b) => a - b).map((at) => new Date(at));
