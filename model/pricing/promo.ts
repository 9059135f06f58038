/** Promo codes: which of them holds for a line, and what it takes off. */
import type { Cents } from '../money.ts';

/** As an order and its lines keep it. */
export interface Promo {
  code: string;
  /** Whole percent. */
  percentage: number;
  /** Months that must be paid at once. */
  minimum_billing_cycle: number;
}

/** A code of the catalogue. */
export interface PromoTerms extends Promo {
  applies_to: 'new' | 'renewal' | 'both';
  /** Ids of plans; null: all of them. */
  planIds: readonly number[] | null;
}

/** What a server is ordered for. */
export interface Purchase {
  act: 'new' | 'renewal';
  planId: number;
  /** That are paid at once. */
  months: number;
}

/** Why a code does not lower it, as a sentence; undefined when it does. */
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

/** Of the codes that hold, the one that takes most off; of equal ones the first. */
export function bestPromo(promos: readonly PromoTerms[], purchase: Purchase): Promo | null {
  let best: PromoTerms | null = null;
  for (const promo of promos)
    if (promoRefusal(promo, purchase) === undefined && promo.percentage > (best?.percentage ?? 0)) best = promo;
  return best && { code: best.code, percentage: best.percentage, minimum_billing_cycle: best.minimum_billing_cycle };
}

/** What a percentage takes off a net amount that is not negative; rounded half up. */
export function discountOf(net: Cents, percentage: number): Cents {
  return (net * BigInt(percentage) + 50n) / 100n;
}
