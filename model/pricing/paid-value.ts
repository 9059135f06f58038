/**
 * The paid value of a service with discounts.
 *
 * The value is the list price for the rest of the term, less two amounts: discounts, and time that staff gave (moved-end.ts). A move to a
 * lower price refunds the difference of two such values, so the refund never exceeds the payment.
 */
import type { Cents } from '../money/money.ts';
import { partsLeft, prorate, secondsUntil, type Term, valueLeft } from './proration.ts';

/** A discount as stored with a service: `net` cents, as a string, for the time from `from` to `to` (ISO 8601). */
export interface PaidDiscount {
  net: string;
  from: string;
  to: string;
}

/** Returns the discounts for the remaining time. Each is prorated by seconds and rounded half up. */
export function discountLeft(discounts: readonly PaidDiscount[], at: Date): Cents {
  return discounts.reduce((sum, { net, ...span }) => {
    const { part, whole } = partOf(span, at);
    return sum + prorate(BigInt(net), part, whole);
  }, 0n);
}

/**
 * Returns the net paid value, never below 0.
 *
 * With a discount the value is rounded down once, at the end. It therefore only falls over time, and successive refunds never exceed the
 * payment. If value and discount were rounded separately, the value could rise by a cent.
 */
export function paidValueLeft(price: Cents, discounts: readonly PaidDiscount[], term: Term, at: Date): Cents {
  const value = valueLessDiscounts(price, discounts, term, at);
  return value > 0n ? value : 0n;
}

/**
 * Returns the value less discounts, which may be negative: months differ in length, so discounts over several months can exceed what is
 * left.
 */
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
  /** Net change in cents. Negative for a refund. */
  net: Cents;
  /** Discounts that remain after the change. */
  discounts: PaidDiscount[];
}

/**
 * Returns the cost of a change of the price per cycle from `from` to `to`. A higher price costs the difference. A lower price keeps a
 * proportional part of the discounts.
 */
export function paidChange(
  { from, to, now, ...term }: Term & { from: Cents; to: Cents; now: Date },
  discounts: readonly PaidDiscount[],
): PaidChange {
  const activeDiscounts = discounts.filter((one) => new Date(one.to) > now);
  if (to >= from) {
    const net = valueLessDiscounts(to, activeDiscounts, term, now) - valueLessDiscounts(from, activeDiscounts, term, now);
    return { net, discounts: activeDiscounts };
  }
  const kept = activeDiscounts.map((one) => partKept(one, { from, to, now }));
  const net = paidValueLeft(to, kept, term, now) - paidValueLeft(from, activeDiscounts, term, now);
  return { net: net < 0n ? net : 0n, discounts: kept };
}

/** Returns the remaining part of a discount after a change to a lower price. The discount is rounded up, so that no value increases. */
function partKept({ net, ...span }: PaidDiscount, { from, to, now }: { from: Cents; to: Cents; now: Date }): PaidDiscount {
  const { part, whole } = partOf(span, now);
  const denominator = whole * from;
  const begins = new Date(span.from) > now ? span.from : now.toISOString();
  return { net: String((BigInt(net) * part * to + denominator - 1n) / denominator), from: begins, to: span.to };
}

/** Returns the remaining part of a discount's time. */
function partOf({ from, to }: Pick<PaidDiscount, 'from' | 'to'>, at: Date): { part: bigint; whole: bigint } {
  const [begin, end] = [new Date(from), new Date(to)];
  if (at >= end) return { part: 0n, whole: 1n };
  return at <= begin ? { part: 1n, whole: 1n } : { part: secondsUntil(at, end), whole: secondsUntil(begin, end) };
}
