/**
 * A refund of what was paid for a service goes back over the lines that paid for that time, each at the VAT that it bore: of a renewal, the
 * money for its months; of a change within them, the difference, which was paid last and comes back first.
 */
import type { Cents } from '../money.ts';
import { share, type Term, valueLeft } from './proration.ts';

/** A paid line. */
export interface RefundableLine {
  id: number;
  order_id: number;
  /** The time that it pays for; null: it says none. */
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
  /** What is paid. */
  term: Term;
  now: Date;
  /** Net; what would come back at a moment from now to the end of the term, where it is 0. */
  valueAt: (at: Date) => Cents;
}

/** `lines`: the latest first. Never more than is left of each; what no line has paid is not refunded. */
export function allocateRefund(lines: readonly RefundableLine[], { term, now, valueAt }: RefundDue): RefundPart[] {
  const taken = new Map<number, Cents>();
  let rest = now < term.expiresAt ? valueAt(now) : 0n;
  const take = (line: RefundableLine, wanted: Cents): Cents => {
    const before = taken.get(line.id) ?? 0n;
    const amount = least(wanted, rest, line.net - line.refunded_net - before);
    if (amount <= 0n) return 0n;
    taken.set(line.id, before + amount);
    rest -= amount;
    return amount;
  };
  for (const [from, to] of slices(lines, now, term.expiresAt)) {
    let wanted = valueAt(from) - valueAt(to);
    for (const line of lines) if (pays(line, from, to)) wanted -= take(line, least(wanted, worth(line, term, from, to)));
  }
  // A cent of rounding, and what was paid for other time than it counts for now.
  for (const line of lines) if (pays(line, now, term.expiresAt)) take(line, rest);
  for (const line of lines) take(line, rest);
  return lines.flatMap((line) => {
    const net = taken.get(line.id) ?? 0n;
    return net > 0n ? [{ order_id: line.order_id, line_id: line.id, net, vat: vatOfPart(line, net) }] : [];
  });
}

/** What was refunded before counts in, so that a line in parts refunds the VAT of the whole. Nothing where the VAT is back already. */
export function vatOfPart({ net, vat, refunded_net, refunded_vat }: RefundableLine, part: Cents): Cents {
  const all = refunded_net + part;
  const due = (vat * all * 2n + net) / (net * 2n) - refunded_vat;
  return due > 0n ? due : 0n;
}

/** The time that is left, cut where a line begins or ends. */
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

/** What a line paid for a part of its time, as prices count time: months, and seconds of a month. */
function worth({ net, period_from, period_to }: RefundableLine, term: Term, from: Date, to: Date): Cents {
  if (!period_from || !period_to) return 0n;
  const left = (at: Date) => valueLeft(FINE, term, at);
  const [begin, end] = [from > period_from ? from : period_from, to < period_to ? to : period_to];
  const whole = left(period_from) - left(period_to);
  return whole > 0n ? share(net, left(begin) - left(end), whole) : 0n;
}

/** A price of a cycle by which time is measured, fine enough that no cent is lost. */
const FINE = 10n ** 15n;

const least = (...amounts: Cents[]): Cents => amounts.reduce((a, b) => (a < b ? a : b));
