/**
 * Explains the price of an order line in steps with inputs and results.
 *
 * The steps are stored with the line. Its amounts can be recomputed from the inputs alone. The steps are also the source of the text of
 * `GET /orders/{id}/explain` and of the invoice. The steps are JSON: cents are strings of integers, times are ISO 8601.
 */
import { type Cents, vatOf } from '../money/money.ts';
import { priceOfMonths } from '../services/services.ts';
import type { LineAmount } from './order.ts';
import { type PaidDiscount, paidChange } from './paid-value.ts';
import { discountOf, type Promo } from './promo.ts';
import { partsLeft, type Term, valueOfParts } from './proration.ts';

/** Price per month for each of `quantity` units. */
export interface MonthsStep {
  step: 'months';
  monthly: string;
  quantity: number;
  months: number;
  net: string;
}

/** Current price of a service: `price` pays for `cycle` months of the whole service. */
export interface RenewalStep {
  step: 'renewal';
  price: string;
  cycle: number;
  months: number;
  net: string;
}

/** Part of `price`, the price of `cycle` months, for the time from `from` to `to`, the end of the paid term. */
export interface RemainderStep {
  step: 'rest-of-period';
  price: string;
  cycle: number;
  anchor: string;
  from: string;
  to: string;
  /** Cycles that have not begun, which count in full. */
  cycles_ahead: number;
  /** Seconds left in the current cycle. `of_seconds` is the length of that cycle. */
  seconds: number;
  of_seconds: number;
  net: string;
}

/** Difference of the last two `rest-of-period` steps: the later minus the earlier. A line with a negative difference costs nothing. */
export interface DifferenceStep {
  step: 'difference';
  before: string;
  after: string;
  net: string;
}

export interface FixedStep {
  step: 'fixed';
  net: string;
}

export interface PromoStep extends Promo {
  step: 'promo';
  discount: string;
}

/**
 * Refund to the balance for a change, taken from payments for earlier lines.
 *
 * The refund is the difference of the last two `rest-of-period` steps, less the discounts of promo codes. Only paid amounts are refunded.
 */
export interface RefundStep {
  step: 'refund';
  /** Discounts of promo codes on the service, and the value of time that staff gave for free. */
  discounts: PaidDiscount[];
  due: string;
  of: { order_id: number; line_id: number; net: string; vat: string }[];
  net: string;
  vat: string;
}

export interface VatStep {
  step: 'vat';
  rate_bp: number;
  /** Reason for this rate (model/vat/decide.ts), or `null` if the rate is simply that of the country. */
  rule: string | null;
  /** Legally required text, such as `Reverse charge`. */
  note: string | null;
  base: string;
  vat: string;
}

export type Step = MonthsStep | RenewalStep | RemainderStep | DifferenceStep | FixedStep | PromoStep | RefundStep | VatStep;

/** A step of the list price of a line. */
export type PriceStep = MonthsStep | RenewalStep | RemainderStep | DifferenceStep | FixedStep;

/** The part of a VAT decision that a line shows. */
export interface LineTax {
  rateBp: number;
  rule: string | null;
  note: string | null;
}

/** Amounts of a line with its list price and discount. */
export interface ExplainedAmount extends LineAmount {
  list_net: Cents;
  discount: Cents;
}

export const monthsStep = (monthly: Cents, quantity: number, months: number): MonthsStep => ({
  step: 'months',
  monthly: String(monthly),
  quantity,
  months,
  net: String(monthly * BigInt(quantity) * BigInt(months)),
});

export const renewalStep = (price: Cents, cycle: number, months: number): RenewalStep => ({
  step: 'renewal',
  price: String(price),
  cycle,
  months,
  net: String(priceOfMonths(price, cycle, months)),
});

/** Returns the step for the value of a price from `at` to the end of the term. */
export function remainderStep(price: Cents, term: Term, at: Date): RemainderStep {
  const { ahead, seconds, ofSeconds } = partsLeft(term, at);
  return {
    step: 'rest-of-period',
    price: String(price),
    cycle: term.months,
    anchor: term.anchor.toISOString(),
    from: at.toISOString(),
    to: term.expiresAt.toISOString(),
    cycles_ahead: ahead,
    seconds: Number(seconds),
    of_seconds: Number(ofSeconds),
    net: String(valueOfParts(price, { ahead, seconds, ofSeconds })),
  };
}

export const fixedStep = (net: Cents): FixedStep => ({ step: 'fixed', net: String(net) });

/** Returns the steps of a price change for the rest of the paid term: both values and their difference. */
export function changeSteps(from: Cents, to: Cents, term: Term, at: Date): PriceStep[] {
  const [before, after] = [remainderStep(from, term, at), remainderStep(to, term, at)];
  const net = String(BigInt(after.net) - BigInt(before.net));
  return [before, after, { step: 'difference', before: before.net, after: after.net, net }];
}

/** Returns the steps of a line with known price steps, down to its VAT. */
export function explainLine(price: readonly PriceStep[], promo: Promo | null, tax: LineTax, refund?: RefundStep): Step[] {
  const list = listNet(price);
  const discount = promo ? discountOf(list, promo.percentage) : 0n;
  const base = list - discount;
  return [
    ...price,
    ...(refund ? [refund] : []),
    ...(promo ? [{ step: 'promo' as const, ...promo, discount: String(discount) }] : []),
    {
      step: 'vat',
      rate_bp: tax.rateBp,
      rule: tax.rule,
      note: tax.note,
      base: String(base),
      vat: String(vatOf(base, tax.rateBp)),
    },
  ];
}

/** Returns the amounts recomputed from the inputs of the steps. The results in the steps are ignored. */
export function recompute(steps: readonly Step[]): ExplainedAmount {
  return amountOf(recomputeSteps(steps));
}

/** Returns whether the result of each step follows from its inputs. */
export function isExact(steps: readonly Step[]): boolean {
  const recomputed = recomputeSteps(steps);
  return recomputed.length === steps.length && recomputed.every((step, i) => sameStep(step, steps[i] as Step));
}

/** Returns the amounts of a line from the results in its steps. */
export function amountOf(steps: readonly Step[]): ExplainedAmount {
  let [discount, vat] = [0n, 0n];
  for (const step of steps) {
    if (step.step === 'promo') discount += BigInt(step.discount);
    if (step.step === 'vat') vat += BigInt(step.vat);
  }
  const list = listNet(steps);
  const net = list - discount;
  return { list_net: list, discount, net, vat, gross: net + vat };
}

function recomputeSteps(steps: readonly Step[]): Step[] {
  const price: PriceStep[] = [];
  let [promo, tax, refund]: [Promo | null, LineTax, RefundStep | undefined] = [
    null,
    { rateBp: 0, rule: null, note: null },
    undefined,
  ];
  for (const step of steps) {
    if (step.step === 'promo') {
      const { code, percentage, minimum_billing_cycle } = step;
      promo = { code, percentage, minimum_billing_cycle };
    } else if (step.step === 'vat') tax = { rateBp: step.rate_bp, rule: step.rule, note: step.note };
    else if (step.step === 'refund') refund = refundStep(price, step);
    else price.push(recomputeStep(step, price));
  }
  return explainLine(price, promo, tax, refund);
}

function recomputeStep(step: PriceStep, earlier: readonly PriceStep[]): PriceStep {
  switch (step.step) {
    case 'months':
      return monthsStep(BigInt(step.monthly), step.quantity, step.months);
    case 'renewal':
      return renewalStep(BigInt(step.price), step.cycle, step.months);
    case 'rest-of-period':
      return remainderStep(BigInt(step.price), termOf(step), new Date(step.from));
    case 'difference': {
      const [before, after] = lastTwoRemainders(earlier);
      return { step: 'difference', before: before.net, after: after.net, net: String(BigInt(after.net) - BigInt(before.net)) };
    }
    case 'fixed':
      return fixedStep(BigInt(step.net));
  }
}

function lastTwoRemainders(steps: readonly PriceStep[]): [RemainderStep, RemainderStep] {
  const [before, after] = steps.filter((one) => one.step === 'rest-of-period').slice(-2);
  if (!before || !after) throw new RangeError('a difference needs two rests of periods before it');
  return [before, after];
}

/**
 * Returns the maximum net refund of a change to a lower price, or 0 for a change to a higher price.
 *
 * `price` holds the steps of `changeSteps`, or only the rest of a service that ends.
 */
export function refundDue(price: readonly PriceStep[], discounts: readonly PaidDiscount[]): Cents {
  const [before, after] = price.length === 1 ? [price[0] as RemainderStep, undefined] : lastTwoRemainders(price);
  const change = { ...termOf(before), from: BigInt(before.price), to: BigInt(after?.price ?? 0), now: new Date(before.from) };
  const { net } = paidChange(change, discounts);
  return net < 0n ? -net : 0n;
}

export function refundStep(price: readonly PriceStep[], { discounts, of }: Pick<RefundStep, 'discounts' | 'of'>): RefundStep {
  const sum = (part: 'net' | 'vat') => String(of.reduce((all, one) => all + BigInt(one[part]), 0n));
  return { step: 'refund', discounts, due: String(refundDue(price, discounts)), of, net: sum('net'), vat: sum('vat') };
}

/** Returns the net amount of the last price step, which includes the earlier ones. Never negative. */
function listNet(steps: readonly Step[]): Cents {
  const price = steps.filter((step) => !['promo', 'refund', 'vat'].includes(step.step)).at(-1) as PriceStep | undefined;
  const net = BigInt(price?.net ?? 0);
  return net > 0n ? net : 0n;
}

/** Returns the steps after the VAT was refunded because it was not due. `note` is the legally required text for this case. */
export function withoutVat(steps: readonly Step[], { rule, note }: Pick<LineTax, 'rule' | 'note'>): Step[] {
  return steps.map((step) => (step.step === 'vat' ? { ...step, rate_bp: 0, rule, note, vat: '0' } : step));
}

/** Returns the steps of the refund for a service that ends early: the rest of its price, and the refunded part. */
export function endSteps(
  price: Cents,
  { term, now, ...refund }: { term: Term; now: Date } & Pick<RefundStep, 'discounts' | 'of'>,
): EndSteps {
  const rest = remainderStep(price, term, now);
  return [rest, refundStep([rest], refund)];
}

export type EndSteps = [RemainderStep, RefundStep];

/** Returns whether the results of the steps follow from their inputs. */
export function isExactEnd([rest, refund]: EndSteps): boolean {
  const recomputed = remainderStep(BigInt(rest.price), termOf(rest), new Date(rest.from));
  return sameStep(rest, recomputed) && sameStep(refund, refundStep([recomputed], refund));
}

const termOf = ({ anchor, cycle, to }: RemainderStep): Term => ({
  anchor: new Date(anchor),
  months: cycle,
  expiresAt: new Date(to),
});

function sameStep(one: Step, other: Step): boolean {
  const fields = (step: Step) => JSON.stringify(Object.entries(step).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return fields(one) === fields(other);
}
