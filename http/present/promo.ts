import type { PromoCode } from '@innkeeper/contract/schemas/promo-code';
import type { Promo } from '@innkeeper/model/pricing/promo';

/** A promo code, without what only the operator knows of it. */
export const presentPromo = ({ code, percentage, minimum_billing_cycle }: Promo): PromoCode => ({
  code,
  percentage,
  minimum_billing_cycle,
});
