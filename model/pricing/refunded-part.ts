/**
 * The discounts of a service after staff has refunded a part of one of its lines (docs/decisions/payments.md).
 *
 * The refund counts as a discount for the time of the line. So an early end, a smaller plan, a moved end or another refund does not return
 * the same money again.
 */
import type { Cents } from '../money/money.ts';
import { cuts, endsIn, endsOf } from './moved-end.ts';
import { type PaidDiscount, paidValueLeft } from './paid-value.ts';
import { isBoundary } from './period.ts';
import { type Term, valueLeft } from './proration.ts';
import { type RefundableLine, SCALE } from './refund.ts';

export interface RefundedPart {
  /** Net price of a cycle. */
  price: Cents;
  discounts: readonly PaidDiscount[];
  /** Paid term of the service. */
  term: Term;
  now: Date;
  /** Lines of the service that have money left, before the refund. */
  lines: readonly RefundableLine[];
  lineId: number;
  /** Net amount that the line refunds. */
  net: Cents;
}

/**
 * Returns the discounts that a refund adds to those of the service, or nothing if the period of the line has ended.
 *
 * Each cycle of the period gets its share by time, rounded up. Months differ in length, and other discounts and moved ends weight time
 * differently. So at each moment the rest is worth at most what the lines that pay for it have left.
 */
export function discountsOfRefund({ price, discounts, term, now, lines, lineId, net }: RefundedPart): PaidDiscount[] {
  const line = lines.find(({ id }) => id === lineId);
  const period = line && periodIn(line, term);
  if (!period || period.expiresAt <= now) return [];
  const { from, ...own } = period;
  const until = own.expiresAt;
  const begin = from > now ? from : now;
  const whole = valueLeft(SCALE, own, from);
  const share = (at: Date): Cents => (net * valueLeft(SCALE, own, at) + whole - 1n) / whole;
  const held = (at: Date): Cents =>
    lines.reduce((sum, one) => (pays(one, at) ? sum + one.net - one.refunded_net - (one.id === lineId ? net : 0n) : sum), 0n);
  const due = (at: Date): Cents => (at >= until ? 0n : max(share(at), paidValueLeft(price, discounts, term, at) - held(at)));
  const times = cuts([
    begin,
    until,
    ...endsOf(own, begin),
    ...endsOf(term, begin),
    ...endsIn(discounts),
    ...lines.flatMap(endsOfLine),
  ]);
  return piecesOf(
    times.filter((at) => at >= begin && at <= until),
    due,
  );
}

/** Returns discounts that at each of the times leave at least the amount due from then on. */
function piecesOf(times: readonly Date[], due: (at: Date) => Cents): PaidDiscount[] {
  const pieces: PaidDiscount[] = [];
  let sum = 0n;
  for (let i = times.length - 2; i >= 0; i -= 1) {
    const [from, to] = [times[i] as Date, times[i + 1] as Date];
    const more = due(from) - sum;
    if (more <= 0n) continue;
    pieces.unshift({ net: String(more), from: from.toISOString(), to: to.toISOString() });
    sum += more;
  }
  return pieces;
}

/** Returns the period of a line as far as it is in the paid term, with its cycles. A moved end may have shortened it. */
function periodIn({ period_from: from, period_to: to }: RefundableLine, term: Term): (Term & { from: Date }) | undefined {
  if (!from || !to) return undefined;
  const expiresAt = to < term.expiresAt ? to : term.expiresAt;
  if (from >= expiresAt) return undefined;
  return { from, anchor: isBoundary(term.anchor, expiresAt) ? term.anchor : expiresAt, months: term.months, expiresAt };
}

const pays = ({ period_to }: RefundableLine, at: Date): boolean => period_to !== null && period_to > at;

const endsOfLine = ({ period_from, period_to }: RefundableLine): Date[] => [period_from, period_to].flatMap((at) => at ?? []);

const max = (one: Cents, other: Cents): Cents => (one > other ? one : other);
