/** What a promo code takes off of servers that are ordered together. */
import { invalid } from '@innkeeper/model/failures';
import { type Promo, type Purchase, promoRefusal } from '@innkeeper/model/pricing/promo';
import type { UsablePromo } from './require.ts';

/** Of a purchase of one plan. Throws `validation` under `promo_code` when the code does not lower it. */
export function promoFor(promo: UsablePromo, purchase: Purchase): Promo {
  const refusal = promoRefusal(promo, purchase);
  if (refusal !== undefined) throw invalid('promo_code', refusal);
  const { code, percentage, minimum_billing_cycle } = promo;
  return { code, percentage, minimum_billing_cycle };
}
