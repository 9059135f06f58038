import { addonProductsOfPlan, type LoadedAddonProduct } from '@innkeeper/db/tables/addon-products';
import type { Cx } from '@innkeeper/domain/context';

/** Lists the addons on sale for a plan, in the order of the catalogue. */
export function listPlanAddons(cx: Cx, { plan }: { plan: { id: number } }): Promise<LoadedAddonProduct[]> {
  return addonProductsOfPlan(cx.db, plan.id);
}
