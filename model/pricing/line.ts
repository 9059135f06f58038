/** The price of a line of an order, with all that the order keeps of how it came about. */
import type { BasisPoints } from '../money.ts';
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

export interface Priced {
  /** What makes its list price. */
  steps: readonly PriceStep[];
  promo?: Promo | null;
  tax: LineTax;
  /** What comes back with it. */
  refund?: RefundStep | undefined;
}

/** Discounts before VAT, and VAT once, half up. */
export function priceLine({ steps, promo = null, tax, refund }: Priced): LinePrice {
  const explanation = explainLine(steps, promo, tax, refund);
  return { ...amountOf(explanation), promo, explanation };
}

/**
 * A change of price for the rest of what is paid, with `refunds` of it; and what it costs in all, where below 0 is a refund. `steps`: as
 * `changeSteps` makes them. `discounts`: what promo codes took off of the service.
 */
export function priceChange({ steps, tax, refunds, discounts }: PricedChange): { price: LinePrice; amount: LineAmount } {
  const of = refunds.map(({ order_id, line_id, net, vat }) => ({ order_id, line_id, net: String(net), vat: String(vat) }));
  const isLess = BigInt(steps.at(-1)?.net ?? 0) < 0n;
  const price = priceLine({ steps, tax, refund: isLess ? refundStep(steps, { discounts: [...discounts], of }) : undefined });
  const sum = (part: 'net' | 'vat') => refunds.reduce((all, one) => all + one[part], 0n);
  const [net, vat] = [price.net - sum('net'), price.vat - sum('vat')];
  return { price, amount: { net, vat, gross: net + vat } };
}

export interface PricedChange {
  steps: readonly PriceStep[];
  tax: LineTax;
  refunds: readonly RefundPart[];
  discounts: readonly PaidDiscount[];
}

/** VAT at a rate that nothing more is known of. */
export const plainTax = (rateBp: BasisPoints): LineTax => ({ rateBp, rule: null, note: null });
