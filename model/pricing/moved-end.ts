/**
 * The staff moves the end of what is paid (docs/decisions/renewals.md). No money moves with it: time that is given is worth nothing, and for time
 * that is taken nothing comes back. What comes back later, when the service costs less or ends, is at no moment more than it would have been, but
 * for two cents of rounding, and nothing for time that was given.
 */
import type { Cents } from '../money.ts';
import { discountLeft, type PaidDiscount } from './paid-value.ts';
import { boundary, isBoundary, monthsUpTo } from './period.ts';
import { partsLeft, type Term, valueLeft } from './proration.ts';

/** Why a service that is paid until `before` can't end at `wanted`; undefined: it can. `mostYears`: the farthest end, in years from now. */
export function endRefusal(
  { before, wanted, now }: { before: Date; wanted: Date; now: Date },
  mostYears: number,
): string | undefined {
  if (wanted <= now) return 'Must be in the future. To end the service now, cancel it.';
  if (wanted > boundary(now, 12 * mostYears)) return `Must be at most ${mostYears} years from now.`;
  return wanted.getTime() === before.getTime() ? 'The service already lasts until this time.' : undefined;
}

/**
 * The new end gives its day of the month and its time to all periods that follow: the anchor is the last moment up to the anchor of before from
 * which they are counted so. That is no later than what was paid, and its month has the day: after the 31st of January come the 28th of
 * February and the 31st of March.
 */
export function anchorOf(before: Date, end: Date): Date {
  let months = Math.min(0, monthsUpTo(end, before));
  while (boundary(end, months).getUTCDate() !== end.getUTCDate()) months -= 1;
  return boundary(end, months);
}

/**
 * The end of an addon whose server ended at `before` and ends at `after`: with it, if it was paid as far as that. One that was paid for less time
 * goes on to where one of its months ends by the new `anchor`, so that it can be renewed up to its server's end.
 */
export function addonEnd(end: Date, { before, after, anchor }: { before: Date; after: Date; anchor: Date }): Date {
  if (end >= before || end >= after) return after;
  return isBoundary(anchor, end) ? end : boundary(anchor, monthsUpTo(anchor, end) + 1);
}

/** The end with the time from `since` to now added, as far as that was paid; undefined: none of it was. */
export function endExtended({ end, since, now }: { end: Date; since: Date; now: Date }): Date | undefined {
  return end > since ? new Date(end.getTime() + now.getTime() - since.getTime()) : undefined;
}

/**
 * Net, what the time from `before` to the end of the new term would have cost at its price of a cycle: months that are given cost what months cost. Rounded
 * up, so that many small gifts are worth no less than one; months are not equally long, so in parts a gift may be worth a tenth less at most.
 */
export function worthOfGift(price: Cents, before: Date, after: Term): Cents {
  if (after.expiresAt <= before) return 0n;
  const { ahead, seconds, ofSeconds } = partsLeft(after, before);
  return BigInt(ahead) * price + (price * seconds + ofSeconds - 1n) / ofSeconds;
}

/** A paid period that was made shorter, or taken away, as it was before. Times are ISO 8601. */
export interface CutPeriod {
  line_id: number;
  from: string;
  to: string;
  paid_at: string;
}

export interface Moved {
  /** Net, of a cycle. */
  price: Cents;
  discounts: readonly PaidDiscount[];
  before: Term;
  after: Term;
  now: Date;
}

/** What is left of rounding, in cents. */
const MARGIN = 3n;

/**
 * What is to be taken off of the new term, in place of what was taken off of the old one: at each moment so much that it is worth no more than
 * the old one was. Months are not equally long, so it is computed from one end of a cycle to the next, from the last one back; and from where the old
 * term is worth nothing, since a discount over several months may be more than is left of them.
 */
export function discountsMoved({ price, discounts, before, after, now }: Moved): PaidDiscount[] {
  const was = (at: Date) => valueLeft(price, before, at) - discountLeft(discounts, at);
  const tooMuch = (at: Date) => valueLeft(price, after, at) - (was(at) > 0n ? was(at) : 0n);
  const times = cuts([
    now,
    after.expiresAt,
    before.expiresAt,
    ...endsOf(before, now),
    ...endsOf(after, now),
    ...endsIn(discounts),
  ]);
  const ends = times.filter((at) => at >= now && at <= after.expiresAt);
  const within = cuts([...ends, ...ends.slice(1).flatMap((to, i) => zeroBetween(was, ends[i] as Date, to))]);
  const taken: PaidDiscount[] = [];
  let sum = 0n;
  for (let i = within.length - 2; i >= 0; i -= 1) {
    const [from, to] = [within[i] as Date, within[i + 1] as Date];
    const due = tooMuch(from) > 0n ? tooMuch(from) + MARGIN : 0n;
    if (due <= sum) continue;
    taken.unshift({ net: String(due - sum), from: from.toISOString(), to: to.toISOString() });
    sum = due;
  }
  return taken;
}

/** The ends of a term's cycles that are still to come, but for the last. */
function endsOf({ anchor, months, expiresAt }: Term, now: Date): Date[] {
  const counted = isBoundary(anchor, expiresAt) ? anchor : expiresAt;
  const end = monthsUpTo(counted, expiresAt);
  const cycles = Math.max(0, Math.ceil((end - monthsUpTo(counted, now)) / months));
  return Array.from({ length: cycles }, (_, i) => boundary(counted, end - (i + 1) * months));
}

/** When a value that changes evenly from one time to another is 0 in between. */
function zeroBetween(valueAt: (at: Date) => Cents, from: Date, to: Date): Date[] {
  const [first, last] = [Number(valueAt(from)), Number(valueAt(to))];
  if (first * last >= 0) return [];
  return [new Date(from.getTime() + Math.floor(((to.getTime() - from.getTime()) * first) / (first - last)))];
}

const endsIn = (discounts: readonly PaidDiscount[]): Date[] =>
  discounts.flatMap(({ from, to }) => [new Date(from), new Date(to)]);

const cuts = (times: readonly Date[]): Date[] =>
  [...new Set(times.map((at) => at.getTime()))].toSorted((a, b) => a - b).map((at) => new Date(at));
