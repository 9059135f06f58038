/**
 * Allocates a refund to the lines that paid for the refunded time, each at its own VAT.
 *
 * A renewal pays for its months. A change within them pays the difference: it was paid last and is refunded first.
 */
import type { Cents } from '../money/money.ts';
import { prorate, type Term, valueLeft } from './proration.ts';

/** A paid order line. */
export interface RefundableLine {
  id: number;
  order_id: number;
  /** Paid period, or `null` if the line has none. */
  period_from: Date | null;
  period_to: Date | null;
  net: Cents;
  vat: Cents;
  refunded_net: Cents;
  refunded_vat: Cents;
}

export interface RefundPart {
  order_id: number;
  line_id: number;
  net: Cents;
  vat: Cents;
}

export interface RefundDue {
  /** Paid term of the service. */
  term: Term;
  now: Date;
  /** Returns the net refund at a moment between now and the end of the term, where it is 0. */
  valueAt: (at: Date) => Cents;
}

/**
 * Returns the part of the refund for each line. `lines` must be sorted latest first.
 *
 * No line refunds more than it has left. An amount that no line has paid is not refunded.
 */
export function allocateRefund(lines: readonly RefundableLine[], { term, now, valueAt }: RefundDue): RefundPart[] {
  const taken = new Map<number, Cents>();
  let rest = now < term.expiresAt ? valueAt(now) : 0n;
  const take = (line: RefundableLine, limit: Cents): Cents => {
    const before = taken.get(line.id) ?? 0n;
    const amount = min(limit, rest, line.net - line.refunded_net - before);
    if (amount <= 0n) return 0n;
    taken.set(line.id, before + amount);
    rest -= amount;
    return amount;
  };
  for (const [from, to] of slices(lines, now, term.expiresAt)) {
    let due = valueAt(from) - valueAt(to);
    for (const line of lines) if (pays(line, from, to)) due -= take(line, min(due, paidShare(line, term, from, to)));
  }
  // The rest is a cent of rounding, or was paid for time that is now valued differently.
  for (const line of lines) if (pays(line, now, term.expiresAt)) take(line, rest);
  for (const line of lines) take(line, rest);
  return lines.flatMap((line) => {
    const net = taken.get(line.id) ?? 0n;
    return net > 0n ? [{ order_id: line.order_id, line_id: line.id, net, vat: vatOfPart(line, net) }] : [];
  });
}

/**
 * Returns the VAT of a partial refund. Earlier refunds are included, so that all parts together refund the whole VAT. Returns 0 if the VAT
 * is already refunded.
 */
export function vatOfPart({ net, vat, refunded_net, refunded_vat }: RefundableLine, part: Cents): Cents {
  const all = refunded_net + part;
  const due = (vat * all * 2n + net) / (net * 2n) - refunded_vat;
  return due > 0n ? due : 0n;
}

/** Returns the remaining time, split where a line begins or ends. */
function slices(lines: readonly RefundableLine[], now: Date, end: Date): [Date, Date][] {
  const cuts = lines
    .flatMap(({ period_from, period_to }) => [period_from, period_to])
    .flatMap((cut) => (cut && cut > now && cut < end ? cut.getTime() : []));
  const times = [...new Set([now.getTime(), ...cuts, end.getTime()])].toSorted((a, b) => a - b);
  return times.slice(1).map((to, i) => [new Date(times[i] as number), new Date(to)]);
}

function pays({ period_from, period_to }: RefundableLine, from: Date, to: Date): boolean {
  return period_from !== null && period_to !== null && period_from < to && period_to > from;
}

/**
 * Returns the net amount that a line paid for part of its period. Time is weighted as in `proration.ts`: by cycles, and by seconds within a
 * cycle.
 */
function paidShare({ net, period_from, period_to }: RefundableLine, term: Term, from: Date, to: Date): Cents {
  if (!period_from || !period_to) return 0n;
  const left = (at: Date) => valueLeft(SCALE, term, at);
  const [begin, end] = [from > period_from ? from : period_from, to < period_to ? to : period_to];
  const whole = left(period_from) - left(period_to);
  return whole > 0n ? prorate(net, left(begin) - left(end), whole) : 0n;
}

/** Price per cycle for weighting time, large enough that rounding loses no cent. */
export const SCALE = 10n ** 15n;

const min = (...amounts: Cents[]): Cents => amounts.reduce((a, b) => (a < b ? a : b));
