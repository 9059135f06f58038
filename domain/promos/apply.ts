/** The discount of a promo code on servers that are ordered together. */
import { invalid } from '@innkeeper/model/failures';
import { type Promo, type Purchase, promoRefusal } from '@innkeeper/model/pricing/promo';
import type { UsablePromo } from './require.ts';

/** Returns the promo of a purchase of one plan. Throws `validation` for `promo_code` if the code does not lower its price. */
export function promoFor(promo: UsablePromo, purchase: Purchase): Promo {
  const refusal = promoRefusal(promo, purchase);
  if (refusal !== undefined) throw invalid('promo_code', refusal);
  const { code, percentage, minimum_billing_cycle } = promo;
  return { code, percentage, minimum_billing_cycle };
}
