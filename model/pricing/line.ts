/** The price of a line of an order, with all that the order keeps of how it came about. */
import type { BasisPoints } from '../money.ts';
import {
  amountOf,
  type ExplainedAmount,
  explainLine,
  type LineTax,
  type PriceStep,
  type RefundStep,
  type Step,
} from './explanation.ts';
import type { Promo } from './promo.ts';

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

/** VAT at a rate that nothing more is known of. */
export const plainTax = (rateBp: BasisPoints): LineTax => ({ rateBp, rule: null, note: null });
