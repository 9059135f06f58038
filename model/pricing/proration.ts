/**
 * The value of a price for the rest of a paid term, and from it the price of a change. A change costs the difference of two such
 * values, never a rounded share of a difference, so that everything paid and refunded adds up to the cent.
 */
import type { Cents } from '../money.ts';
import { boundary, isBoundary, monthsUpTo } from './period.ts';

/** What is paid: cycles that end at `expiresAt`, all of them counted from the anchor. */
export interface Term {
  anchor: Date;
  /** Of a billing cycle. */
  months: number;
  /** Until when it is paid: a boundary. An end that somebody set by hand, and is none, is counted back from itself. */
  expiresAt: Date;
}

/** What is left of a term: cycles that have not begun, and seconds of the present one. */
export interface PartsLeft {
  ahead: number;
  seconds: bigint;
  ofSeconds: bigint;
}

/** Of an expired term nothing is left, and of one that has not begun no more than it has. */
export function partsLeft({ months, expiresAt, ...term }: Term, at: Date): PartsLeft {
  if (at >= expiresAt) return { ahead: 0, seconds: 0n, ofSeconds: 1n };
  const anchor = isBoundary(term.anchor, expiresAt) ? term.anchor : expiresAt;
  // Two clocks may disagree about the moment at which the service began.
  const now = at < anchor && anchor < expiresAt ? anchor : at;
  const end = monthsUpTo(anchor, expiresAt);
  const ahead = Math.floor((end - monthsUpTo(anchor, now) - 1) / months);
  const [from, to] = [boundary(anchor, end - (ahead + 1) * months), boundary(anchor, end - ahead * months)];
  return { ahead, seconds: secondsUntil(now, to), ofSeconds: secondsUntil(from, to) };
}

/** Net: the present cycle by its seconds, rounded half up; cycles that have not begun in full. */
export function valueOfParts(price: Cents, { ahead, seconds, ofSeconds }: PartsLeft): Cents {
  return BigInt(ahead) * price + share(price, seconds, ofSeconds);
}

/** Net. */
export function valueLeft(price: Cents, term: Term, at: Date): Cents {
  return valueOfParts(price, partsLeft(term, at));
}

export interface PriceChange extends Term {
  /** Net, of a whole billing cycle, before and after. */
  from: Cents;
  to: Cents;
  now: Date;
}

/** Net; negative: a refund. */
export function proratedChange({ from, to, now, ...term }: PriceChange): Cents {
  return valueLeft(to, term, now) - valueLeft(from, term, now);
}

export function secondsUntil(from: Date, to: Date): bigint {
  return BigInt(Math.ceil((to.getTime() - from.getTime()) / 1000));
}

/** A part of a price, rounded half up. Nothing is negative. */
export function share(price: Cents, part: bigint, whole: bigint): Cents {
  return (price * part * 2n + whole) / (whole * 2n);
}
