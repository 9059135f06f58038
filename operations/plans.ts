/** Plans of servers, with their addons and promo codes. */
import { addonProductsOfPlan } from '@innkeeper/db/tables/addon-products';
import { listRooms } from '@innkeeper/db/tables/nodes';
import { type OfferedPlan, pageOfPlans, sizeOf } from '@innkeeper/db/tables/plans';
import { listedPromoCodes } from '@innkeeper/db/tables/promo-codes';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx, RequestCx } from '@innkeeper/domain/context';
import { fits, needOf } from '@innkeeper/model/servers/capacity';
import { listPlaceable } from '@innkeeper/model/servers/placement';
import { presentPlanAddon } from '@innkeeper/present/addon';
import { page, pageRequest } from '@innkeeper/present/page';
import { presentPlan } from '@innkeeper/present/plan';
import { presentPromo } from '@innkeeper/present/promo';
import type { Input, Reply } from './define.ts';

/**
 * Returns a page of the plans on sale, in the operator's order, and their total count. `available` states whether a node has room for the
 * plan now.
 */
export async function listPlans(cx: RequestCx, { query }: Input<'listPlans'>): Promise<Reply<'listPlans'>> {
  const { rows, total } = await pageOfPlans(cx.db, { ...pageRequest(query), type: query['filter[type]'] });
  const rooms = listPlaceable(await listRooms(cx.db), cx.clock.now());
  const hasRoom = (plan: OfferedPlan) => rooms.some((room) => fits(needOf(sizeOf(plan)), room));
  const offered = rows.map((plan): OfferedPlan => ({ ...plan, has_room: hasRoom(plan) }));
  return page(cx.url, query, { rows: offered, total }, (plan) => presentPlan(plan, cx.actor.taxRate));
}

/** Lists the addons on sale for a plan, in the order of the catalogue. */
export async function listPlanAddons(cx: Cx<Customer>, { plan }: Input<'listPlanAddons'>): Promise<Reply<'listPlanAddons'>> {
  const products = await addonProductsOfPlan(cx.db, plan.id);
  return { data: products.map((product) => presentPlanAddon(product, cx.actor.taxRate)) };
}

/** Lists the public promo codes that currently apply to a plan, in the order of the catalogue. */
export async function listPlanPromoCodes(cx: Cx, { plan }: Input<'listPlanPromoCodes'>): Promise<Reply<'listPlanPromoCodes'>> {
  return (await listedPromoCodes(cx.db, plan.id, cx.clock.now())).map(presentPromo);
}
