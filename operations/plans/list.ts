import { listRooms } from '@innkeeper/db/tables/nodes';
import { type OfferedPlan, pageOfPlans, sizeOf } from '@innkeeper/db/tables/plans';
import type { Cx } from '@innkeeper/domain/context';
import { fits, needOf } from '@innkeeper/model/capacity';
import { listPlaceable } from '@innkeeper/model/placement';

export interface ListPlans {
  page: number;
  perPage: number;
  type?: string | undefined;
}

/**
 * Returns a page of the plans on sale, in the operator's order, and their total count. `has_room` states whether a node has room for the
 * plan now.
 */
export async function listPlans(cx: Cx, input: ListPlans): Promise<{ rows: OfferedPlan[]; total: number }> {
  const { rows, total } = await pageOfPlans(cx.db, input);
  const rooms = listPlaceable(await listRooms(cx.db), cx.clock.now());
  const hasRoom = (plan: OfferedPlan) => rooms.some((room) => fits(needOf(sizeOf(plan)), room));
  return { rows: rows.map((plan) => ({ ...plan, has_room: hasRoom(plan) })), total };
}
