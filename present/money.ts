import { type BasisPoints, type Cents, formatDecimal, withVat } from '@innkeeper/model/money/money';

/** Returns `price` and `price_with_vat` of plan objects as decimal strings, with the caller's VAT rate. */
export function priceTexts(net: Cents, rate: BasisPoints): { price: string; price_with_vat: string } {
  return { price: formatDecimal(net), price_with_vat: formatDecimal(withVat(net, rate)) };
}

const FULL_BASIS_POINTS = 10_000;

/** Returns a VAT rate as a factor, such as 1.2 for 20 percent. */
export function taxFactor(rate: BasisPoints): number {
  return (FULL_BASIS_POINTS + rate) / FULL_BASIS_POINTS;
}
