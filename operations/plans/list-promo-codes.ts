import { type LoadedPromoCode, listedPromoCodes } from '@innkeeper/db/tables/promo-codes';
import type { Cx } from '@innkeeper/domain/context';

/** The codes that are listed and hold for a plan now, in the order of the catalogue. */
export function listPlanPromoCodes(cx: Cx, { plan }: { plan: { id: number } }): Promise<LoadedPromoCode[]> {
  return listedPromoCodes(cx.db, plan.id, cx.clock.now());
}
