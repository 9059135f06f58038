/** Computes the price of an order line, with the explanation that the order stores. */
import type { BasisPoints } from '../money/money.ts';
import {
  amountOf,
  type ExplainedAmount,
  explainLine,
  type LineTax,
  type PriceStep,
  type RefundStep,
  refundStep,
  type Step,
} from './explanation.ts';
import type { LineAmount } from './order.ts';
import type { PaidDiscount } from './paid-value.ts';
import type { Promo } from './promo.ts';
import type { RefundPart } from './refund.ts';

export interface LinePrice extends ExplainedAmount {
  promo: Promo | null;
  explanation: Step[];
}

export interface LinePriceInput {
  /** Steps of the list price. */
  steps: readonly PriceStep[];
  promo?: Promo | null;
  tax: LineTax;
  /** Refund that the line causes. */
  refund?: RefundStep | undefined;
}

/** Returns the price of a line. Discounts apply before VAT. VAT is computed once and rounded half up. */
export function priceLine({ steps, promo = null, tax, refund }: LinePriceInput): LinePrice {
  const explanation = explainLine(steps, promo, tax, refund);
  return { ...amountOf(explanation), promo, explanation };
}

/**
 * Returns the price of a change for the rest of the paid term. `amount` is the total after `refunds`; a negative total is a refund.
 *
 * `steps` are those of `changeSteps`. `discounts` are the discounts of promo codes on the service.
 */
export function priceChange({ steps, tax, refunds, discounts }: ChangePriceInput): { price: LinePrice; amount: LineAmount } {
  const of = refunds.map(({ order_id, line_id, net, vat }) => ({ order_id, line_id, net: String(net), vat: String(vat) }));
  const isLess = BigInt(steps.at(-1)?.net ?? 0) < 0n;
  const price = priceLine({ steps, tax, refund: isLess ? refundStep(steps, { discounts: [...discounts], of }) : undefined });
  const sum = (part: 'net' | 'vat') => refunds.reduce((all, one) => all + one[part], 0n);
  const [net, vat] = [price.net - sum('net'), price.vat - sum('vat')];
  return { price, amount: { net, vat, gross: net + vat } };
}

export interface ChangePriceInput {
  steps: readonly PriceStep[];
  tax: LineTax;
  refunds: readonly RefundPart[];
  discounts: readonly PaidDiscount[];
}

/** Returns VAT at a rate without a rule or a note. */
export const plainTax = (rateBp: BasisPoints): LineTax => ({ rateBp, rule: null, note: null });
