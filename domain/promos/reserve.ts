import { insertPromoUse, lockPromoCode } from '@innkeeper/db/tables/promo-codes';
import type { MutatingCx } from '../context.ts';
import { refuseUsedUp, type UsablePromo } from './require.ts';

/**
 * An order uses a code from now on, paid or not. Of two that want the last use one waits for the other, and is refused: throws
 * `validation` under `promo_code`.
 */
export async function reservePromoUse(
  cx: MutatingCx,
  promo: UsablePromo,
  { accountId, orderId }: { accountId: number; orderId: number },
): Promise<void> {
  const limited = promo.mostUses !== null || promo.mostUsesPerAccount !== null;
  if (limited) {
    await lockPromoCode(cx.db, promo.id);
    await refuseUsedUp(cx, promo, accountId);
  }
  await insertPromoUse(cx.db, { order_id: orderId, promo_code_id: promo.id, account_id: accountId });
}
