/**
 * What is paid of a service that was bought with a promo code: its list price for the rest of its term, less what the code took off
 * of that time, and less the time that the staff gave (moved-end.ts). A move to a lower price refunds the difference of two such values, so never
 * more than was paid.
 */
import type { Cents } from '../money.ts';
import { partsLeft, secondsUntil, share, type Term, valueLeft } from './proration.ts';

/** As a service keeps it. `net` cents, as a string, were taken off the time from `from` to `to` (ISO 8601). */
export interface PaidDiscount {
  net: string;
  from: string;
  to: string;
}

/** What the discounts take off of the time that is left; each by its seconds, rounded half up. */
export function discountLeft(discounts: readonly PaidDiscount[], at: Date): Cents {
  return discounts.reduce((sum, { net, ...span }) => {
    const { part, whole } = partOf(span, at);
    return sum + share(BigInt(net), part, whole);
  }, 0n);
}

/**
 * Net; never below 0. With a discount it is rounded down once, at the end: it only falls as time goes, so what comes back at one change and at a later one
 * is never more than was paid. Value and discount rounded by themselves can differ by a cent more later than before.
 */
export function paidValueLeft(price: Cents, discounts: readonly PaidDiscount[], term: Term, at: Date): Cents {
  const value = valueLessDiscounts(price, discounts, term, at);
  return value > 0n ? value : 0n;
}

/** The same, below 0 where the discounts are more than is left: those over several months may be, as months are not equally long. */
function valueLessDiscounts(price: Cents, discounts: readonly PaidDiscount[], term: Term, at: Date): Cents {
  if (discounts.length === 0) return valueLeft(price, term, at);
  const { ahead, seconds, ofSeconds } = partsLeft(term, at);
  let [cents, per] = [price * (BigInt(ahead) * ofSeconds + seconds), ofSeconds];
  for (const { net, ...span } of discounts) {
    const { part, whole } = partOf(span, at);
    cents = cents * whole - BigInt(net) * part * per;
    per *= whole;
  }
  const whole = cents / per;
  return cents < 0n && whole * per !== cents ? whole - 1n : whole;
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
  if (to >= from) {
    const net = valueLessDiscounts(to, standing, term, now) - valueLessDiscounts(from, standing, term, now);
    return { net, discounts: standing };
  }
  const kept = standing.map((one) => partKept(one, { from, to, now }));
  const net = paidValueLeft(to, kept, term, now) - paidValueLeft(from, standing, term, now);
  return { net: net < 0n ? net : 0n, discounts: kept };
}

/** Rounded up, so that nothing is worth more than it was. */
function partKept({ net, ...span }: PaidDiscount, { from, to, now }: { from: Cents; to: Cents; now: Date }): PaidDiscount {
  const { part, whole } = partOf(span, now);
  const per = whole * from;
  const begins = new Date(span.from) > now ? span.from : now.toISOString();
  return { net: String((BigInt(net) * part * to + per - 1n) / per), from: begins, to: span.to };
}

/** Of a discount's time, what is left. */
function partOf({ from, to }: Pick<PaidDiscount, 'from' | 'to'>, at: Date): { part: bigint; whole: bigint } {
  const [begin, end] = [new Date(from), new Date(to)];
  if (at >= end) return { part: 0n, whole: 1n };
  return at <= begin ? { part: 1n, whole: 1n } : { part: secondsUntil(at, end), whole: secondsUntil(begin, end) };
}
