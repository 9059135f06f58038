import type { PromoCode } from '@innkeeper/contract/schemas/promo-code';
import type { Promo } from '@innkeeper/model/pricing/promo';

/** Presents a promo code without its internal fields. */
export const presentPromo = ({ code, percentage, minimum_billing_cycle }: Promo): PromoCode => ({
  code,
  percentage,
  minimum_billing_cycle,
});
