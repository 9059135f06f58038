import { insertPromoUse, lockPromoCode } from '@innkeeper/db/tables/promo-codes';
import type { MutatingCx } from '../context.ts';
import { refuseExhaustedPromo, type UsablePromo } from './require.ts';

/**
 * Records that an order uses a code, paid or not. Concurrent orders that need the last use wait for each other. Throws `validation` for
 * `promo_code` if no use is left.
 */
export async function reservePromoUse(
  cx: MutatingCx,
  promo: UsablePromo,
  { accountId, orderId }: { accountId: number; orderId: number },
): Promise<void> {
  const limited = promo.maxUses !== null || promo.maxUsesPerAccount !== null;
  if (limited) {
    await lockPromoCode(cx.db, promo.id);
    await refuseExhaustedPromo(cx, promo, accountId);
  }
  await insertPromoUse(cx.db, { order_id: orderId, promo_code_id: promo.id, account_id: accountId });
}
