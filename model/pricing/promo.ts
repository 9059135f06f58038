/** Promo codes: which of them applies to a line, and the discount. */
import type { Cents } from '../money/money.ts';

/** A promo code as stored with an order and its lines. */
export interface Promo {
  code: string;
  /** Discount in whole percent. */
  percentage: number;
  /** Minimum number of months per payment. */
  minimum_billing_cycle: number;
}

/** A promo code of the catalogue. */
export interface PromoTerms extends Promo {
  applies_to: 'new' | 'renewal' | 'both';
  /** Ids of the plans, or `null` for all plans. */
  planIds: readonly number[] | null;
}

/** Purchase of a server. */
export interface Purchase {
  act: 'new' | 'renewal';
  planId: number;
  /** Number of months that the purchase pays for. */
  months: number;
}

/** Returns a sentence that explains why a code does not apply to a purchase, or `undefined` if it does. */
export function promoRefusal(promo: PromoTerms, { act, planId, months }: Purchase): string | undefined {
  if (promo.applies_to !== 'both' && promo.applies_to !== act)
    return promo.applies_to === 'new'
      ? 'This promo code is valid for new servers only.'
      : 'This promo code is valid for renewals only.';
  if (promo.planIds !== null && !promo.planIds.includes(planId)) return 'This promo code is not valid for this plan.';
  if (months < promo.minimum_billing_cycle)
    return `This promo code needs a billing cycle of at least ${promo.minimum_billing_cycle} months.`;
  return undefined;
}

/** Returns the applicable code with the highest percentage, or `null` if none applies. The first of equal codes wins. */
export function bestPromo(promos: readonly PromoTerms[], purchase: Purchase): Promo | null {
  let best: PromoTerms | null = null;
  for (const promo of promos)
    if (promoRefusal(promo, purchase) === undefined && promo.percentage > (best?.percentage ?? 0)) best = promo;
  return best && { code: best.code, percentage: best.percentage, minimum_billing_cycle: best.minimum_billing_cycle };
}

/** Returns the discount on a net amount that is not negative, rounded half up. */
export function discountOf(net: Cents, percentage: number): Cents {
  return (net * BigInt(percentage) + 50n) / 100n;
}
