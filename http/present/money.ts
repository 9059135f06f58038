import { type BasisPoints, type Cents, decimal, withVat } from '@innkeeper/model/money';

/** `price` and `price_with_vat` as the plan objects have them: decimal strings, by the caller's rate. */
export function priceTexts(net: Cents, rate: BasisPoints): { price: string; price_with_vat: string } {
  return { price: decimal(net), price_with_vat: decimal(withVat(net, rate)) };
}

const FULL_BASIS_POINTS = 10_000;

/** A VAT rate as the wire has it: 1.2 for 20 percent. */
export function taxFactor(rate: BasisPoints): number {
  return (FULL_BASIS_POINTS + rate) / FULL_BASIS_POINTS;
}
