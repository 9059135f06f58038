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

/**
 * Net. The current cycle counts by the seconds that are left of it, rounded half up; cycles that have not begun count in full. An
 * expired term is worth nothing, and one that has not begun no more than its price.
 */
export function valueLeft(price: Cents, { months, expiresAt, ...term }: Term, at: Date): Cents {
  if (at >= expiresAt) return 0n;
  const anchor = isBoundary(term.anchor, expiresAt) ? term.anchor : expiresAt;
  // Two clocks may disagree about the moment at which the service began.
  const now = at < anchor && anchor < expiresAt ? anchor : at;
  const end = monthsUpTo(anchor, expiresAt);
  const ahead = Math.floor((end - monthsUpTo(anchor, now) - 1) / months);
  const [from, to] = [boundary(anchor, end - (ahead + 1) * months), boundary(anchor, end - ahead * months)];
  return BigInt(ahead) * price + share(price, secondsUntil(now, to), secondsUntil(from, to));
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

function secondsUntil(from: Date, to: Date): bigint {
  return BigInt(Math.ceil((to.getTime() - from.getTime()) / 1000));
}

/** Neither is negative. */
function share(price: Cents, part: bigint, whole: bigint): Cents {
  return (price * part * 2n + whole) / (whole * 2n);
}
