import { type LoadedPromoCode, listedPromoCodes } from '@innkeeper/db/tables/promo-codes';
import type { Cx } from '@innkeeper/domain/context';

/** Lists the public promo codes that currently apply to a plan, in the order of the catalogue. */
export function listPlanPromoCodes(cx: Cx, { plan }: { plan: { id: number } }): Promise<LoadedPromoCode[]> {
  return listedPromoCodes(cx.db, plan.id, cx.clock.now());
}
