/**
 * How the price of an order line comes about: steps with their inputs and results, stored with the line. From the inputs alone the
 * line's amounts are computed again, and the steps are the text of `GET /orders/{id}/explain` and of the invoice. Cents are strings
 * of integers, times are ISO 8601: the steps are JSON.
 */
import { type Cents, vatOf } from '../money.ts';
import { priceOfMonths } from '../services.ts';
import type { LineAmount } from './order.ts';
import { type PaidDiscount, paidChange } from './paid-value.ts';
import { discountOf, type Promo } from './promo.ts';
import { partsLeft, type Term, valueOfParts } from './proration.ts';

/** A price by the month, of each of `quantity`. */
export interface MonthsStep {
  step: 'months';
  monthly: string;
  quantity: number;
  months: number;
  net: string;
}

/** The price that a service has: `price` pays `cycle` months of all of it. */
export interface RenewalStep {
  step: 'renewal';
  price: string;
  cycle: number;
  months: number;
  net: string;
}

/** What `price`, which pays `cycle` months from the anchor on, is worth from a moment to the end of what is paid. */
export interface RestStep {
  step: 'rest-of-period';
  price: string;
  cycle: number;
  anchor: string;
  from: string;
  to: string;
  /** That have not begun, and count in full. */
  cycles_ahead: number;
  /** That are left of the present cycle, and that it has. */
  seconds: number;
  of_seconds: number;
  net: string;
}

/** The last two rests of periods: the later less the earlier. Below 0 the line costs nothing. */
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
 * What comes back to the balance with a change, of what was paid with earlier lines: the difference of the last two rests of periods,
 * less what promo codes took off of it. Of what nobody paid nothing comes back.
 */
export interface RefundStep {
  step: 'refund';
  /** What promo codes took off of the service, and what time is worth that was given. */
  discounts: PaidDiscount[];
  due: string;
  of: { order_id: number; line_id: number; net: string; vat: string }[];
  net: string;
  vat: string;
}

export interface VatStep {
  step: 'vat';
  rate_bp: number;
  /** Why this rate (model/vat/decide.ts); null where it is that of the country alone. */
  rule: string | null;
  /** What the law wants to be said: `Reverse charge`. */
  note: string | null;
  base: string;
  vat: string;
}

export type Step = MonthsStep | RenewalStep | RestStep | DifferenceStep | FixedStep | PromoStep | RefundStep | VatStep;

/** What makes the list price of a line. */
export type PriceStep = MonthsStep | RenewalStep | RestStep | DifferenceStep | FixedStep;

/** The decision under which VAT is charged, as far as a line shows it. */
export interface LineTax {
  rateBp: number;
  rule: string | null;
  note: string | null;
}

/** What a line costs, and what it was before discounts. */
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

export function restStep(price: Cents, term: Term, at: Date): RestStep {
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

/** A change of price for the rest of what is paid: both values and their difference. */
export function changeSteps(from: Cents, to: Cents, term: Term, at: Date): PriceStep[] {
  const [before, after] = [restStep(from, term, at), restStep(to, term, at)];
  const net = String(BigInt(after.net) - BigInt(before.net));
  return [before, after, { step: 'difference', before: before.net, after: after.net, net }];
}

/** The steps of a line of which the price is known, down to its VAT. */
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

/** The amounts that follow from the inputs of the steps, whatever results they tell. */
export function recompute(steps: readonly Step[]): ExplainedAmount {
  return amountOf(recomputed(steps));
}

/** Whether each step tells what follows from its inputs. */
export function isExact(steps: readonly Step[]): boolean {
  const again = recomputed(steps);
  return again.length === steps.length && again.every((step, i) => sameStep(step, steps[i] as Step));
}

/** As a line has them. */
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

function recomputed(steps: readonly Step[]): Step[] {
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
    else price.push(again(step, price));
  }
  return explainLine(price, promo, tax, refund);
}

function again(step: PriceStep, earlier: readonly PriceStep[]): PriceStep {
  switch (step.step) {
    case 'months':
      return monthsStep(BigInt(step.monthly), step.quantity, step.months);
    case 'renewal':
      return renewalStep(BigInt(step.price), step.cycle, step.months);
    case 'rest-of-period':
      return restStep(BigInt(step.price), termOf(step), new Date(step.from));
    case 'difference': {
      const [before, after] = restsIn(earlier);
      return { step: 'difference', before: before.net, after: after.net, net: String(BigInt(after.net) - BigInt(before.net)) };
    }
    case 'fixed':
      return fixedStep(BigInt(step.net));
  }
}

function restsIn(steps: readonly PriceStep[]): [RestStep, RestStep] {
  const [before, after] = steps.filter((one) => one.step === 'rest-of-period').slice(-2);
  if (!before || !after) throw new RangeError('a difference needs two rests of periods before it');
  return [before, after];
}

/**
 * What of a change to a lower price comes back at most; net, and 0 for one to a higher price. `price`: steps as `changeSteps` makes them, or the
 * rest alone of what ends.
 */
export function refundDue(price: readonly PriceStep[], discounts: readonly PaidDiscount[]): Cents {
  const [before, after] = price.length === 1 ? [price[0] as RestStep, undefined] : restsIn(price);
  const change = { ...termOf(before), from: BigInt(before.price), to: BigInt(after?.price ?? 0), now: new Date(before.from) };
  const { net } = paidChange(change, discounts);
  return net < 0n ? -net : 0n;
}

export function refundStep(price: readonly PriceStep[], { discounts, of }: Pick<RefundStep, 'discounts' | 'of'>): RefundStep {
  const sum = (part: 'net' | 'vat') => String(of.reduce((all, one) => all + BigInt(one[part]), 0n));
  return { step: 'refund', discounts, due: String(refundDue(price, discounts)), of, net: sum('net'), vat: sum('vat') };
}

/** The last price step says it: those of a difference come before it. */
function listNet(steps: readonly Step[]): Cents {
  const price = steps.filter((step) => !['promo', 'refund', 'vat'].includes(step.step)).at(-1) as PriceStep | undefined;
  const net = BigInt(price?.net ?? 0);
  return net > 0n ? net : 0n;
}

/** The same where the VAT went back, since it was not due: `note` is what the law wants to be said then. */
export function withoutVat(steps: readonly Step[], { rule, note }: Pick<LineTax, 'rule' | 'note'>): Step[] {
  return steps.map((step) => (step.step === 'vat' ? { ...step, rate_bp: 0, rule, note, vat: '0' } : step));
}

/** The steps of a refund to who ends a service early: what is left of its price, and what of that comes back. */
export function endSteps(
  price: Cents,
  { term, now, ...refund }: { term: Term; now: Date } & Pick<RefundStep, 'discounts' | 'of'>,
): EndSteps {
  const rest = restStep(price, term, now);
  return [rest, refundStep([rest], refund)];
}

export type EndSteps = [RestStep, RefundStep];

/** Whether they tell what follows from their inputs. */
export function isExactEnd([rest, refund]: EndSteps): boolean {
  const again = restStep(BigInt(rest.price), termOf(rest), new Date(rest.from));
  return sameStep(rest, again) && sameStep(refund, refundStep([again], refund));
}

const termOf = ({ anchor, cycle, to }: RestStep): Term => ({
  anchor: new Date(anchor),
  months: cycle,
  expiresAt: new Date(to),
});

function sameStep(one: Step, other: Step): boolean {
  const fields = (step: Step) => JSON.stringify(Object.entries(step).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return fields(one) === fields(other);
}
