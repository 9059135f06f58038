/**
 * Computes the value of a price for the rest of a paid term, and the price of a change.
 *
 * A change costs the difference of two such values, never a rounded share of a difference. Payments and refunds therefore add up to the
 * cent.
 */
import type { Cents } from '../money/money.ts';
import { boundary, isBoundary, monthsUpTo } from './period.ts';

/** The paid term: cycles that end at `expiresAt`, all counted from the anchor. */
export interface Term {
  anchor: Date;
  /** Length of a billing cycle. */
  months: number;
  /** End of the paid term, which is a boundary. An end that staff moved off the boundaries is counted back from itself. */
  expiresAt: Date;
}

/** Rest of a term: cycles that have not begun, and seconds of the current cycle. */
export interface PartsLeft {
  ahead: number;
  seconds: bigint;
  ofSeconds: bigint;
}

/** Returns the rest of a term: nothing of an expired term, and at most the whole of a term that has not begun. */
export function partsLeft({ months, expiresAt, ...term }: Term, at: Date): PartsLeft {
  if (at >= expiresAt) return { ahead: 0, seconds: 0n, ofSeconds: 1n };
  const anchor = isBoundary(term.anchor, expiresAt) ? term.anchor : expiresAt;
  // Two clocks may disagree about the time at which the service began.
  const now = at < anchor && anchor < expiresAt ? anchor : at;
  const end = monthsUpTo(anchor, expiresAt);
  const ahead = Math.floor((end - monthsUpTo(anchor, now) - 1) / months);
  const [from, to] = [boundary(anchor, end - (ahead + 1) * months), boundary(anchor, end - ahead * months)];
  return { ahead, seconds: secondsUntil(now, to), ofSeconds: secondsUntil(from, to) };
}

/** Returns the net value of the parts. The current cycle counts by seconds, rounded half up. Cycles that have not begun count in full. */
export function valueOfParts(price: Cents, { ahead, seconds, ofSeconds }: PartsLeft): Cents {
  return BigInt(ahead) * price + prorate(price, seconds, ofSeconds);
}

/** Returns the net value of the rest of a term. */
export function valueLeft(price: Cents, term: Term, at: Date): Cents {
  return valueOfParts(price, partsLeft(term, at));
}

export interface PriceChange extends Term {
  /** Net price of a billing cycle before the change. `to` is the price after it. */
  from: Cents;
  to: Cents;
  now: Date;
}

/** Returns the net price of a change. Negative for a refund. */
export function proratedChange({ from, to, now, ...term }: PriceChange): Cents {
  return valueLeft(to, term, now) - valueLeft(from, term, now);
}

/** Returns the seconds between two times, rounded up. */
export function secondsUntil(from: Date, to: Date): bigint {
  return BigInt(Math.ceil((to.getTime() - from.getTime()) / 1000));
}

/** Returns a share of a price, rounded half up. No argument may be negative. */
export function prorate(price: Cents, part: bigint, whole: bigint): Cents {
  return (price * part * 2n + whole) / (whole * 2n);
}
