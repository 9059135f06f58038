/**
 * What is paid of a service that was bought with a promo code: its list price for the rest of its term, less what the code took off
 * of that time, and less the time that the staff gave (moved-end.ts). A move to a lower price refunds the difference of two such values, so never
 * more than was paid.
 */
import type { Cents } from '../money.ts';
import { secondsUntil, share, type Term, valueLeft } from './proration.ts';

/** As a service keeps it. `net` cents, as a string, were taken off the time from `from` to `to` (ISO 8601). */
export interface PaidDiscount {
  net: string;
  from: string;
  to: string;
}

/** What the discounts take off of the time that is left; each by its seconds, rounded half up. */
export function discountLeft(discounts: readonly PaidDiscount[], at: Date): Cents {
  return discounts.reduce((sum, discount) => sum + leftOf(discount, at), 0n);
}

/** Net; never below 0. */
export function paidValueLeft(price: Cents, discounts: readonly PaidDiscount[], term: Term, at: Date): Cents {
  const value = valueLeft(price, term, at) - discountLeft(discounts, at);
  return value > 0n ? value : 0n;
}

export interface PaidChange {
  /** Negative: a refund. */
  net: Cents;
  /** What stands of the discounts after it. */
  discounts: PaidDiscount[];
}

/** A change of the price of a cycle from `from` to `to`. A higher price costs the difference; a lower one has its part of the discounts. */
export function paidChange(
  { from, to, now, ...term }: Term & { from: Cents; to: Cents; now: Date },
  discounts: readonly PaidDiscount[],
): PaidChange {
  const standing = discounts.filter((one) => new Date(one.to) > now);
  if (to >= from) return { net: valueLeft(to, term, now) - valueLeft(from, term, now), discounts: standing };
  const kept = standing.map((one) => {
    const begins = new Date(one.from) > now ? one.from : now.toISOString();
    return { net: String(share(leftOf(one, now), to, from)), from: begins, to: one.to };
  });
  const net = paidValueLeft(to, kept, term, now) - paidValueLeft(from, standing, term, now);
  return { net: net < 0n ? net : 0n, discounts: kept };
}

function leftOf({ net, from, to }: PaidDiscount, at: Date): Cents {
  const [begin, end] = [new Date(from), new Date(to)];
  if (at >= end) return 0n;
  if (at <= begin) return BigInt(net);
  return share(BigInt(net), secondsUntil(at, end), secondsUntil(begin, end));
}
