import type { Server } from '@innkeeper/db/schema';
import { listRooms } from '@innkeeper/db/tables/nodes';
import { loadPlansOnSale, type OfferedPlan, sizeOf } from '@innkeeper/db/tables/plans';
import type { RequestCx } from '@innkeeper/domain/context';
import { scalable, targetOf } from '@innkeeper/domain/servers/scale-check';
import { fits } from '@innkeeper/model/capacity';
import { capacityChange, scaleRefusal } from '@innkeeper/model/scaling';

/**
 * Lists the plans that a server can change to, in the operator's order. Includes its current plan if the disk can still grow to it.
 *
 * `has_room` states whether the server's node has room now, with an unchanged disk where possible.
 */
export async function listServerScalePlans(cx: RequestCx, { server }: { server: Server }): Promise<OfferedPlan[]> {
  if (server.status === 'terminated') return [];
  const from = await scalable(cx, server);
  const plans = (await loadPlansOnSale(cx.db)).filter((plan) => scaleRefusal(from, targetOf(plan), true) === undefined);
  const room = (await listRooms(cx.db)).find(({ id }) => id === server.node_id);
  return plans.map((plan) => ({ ...plan, has_room: room !== undefined && fits(atLeast(server, plan), room) }));
}

function atLeast(server: Server, plan: OfferedPlan) {
  const size = sizeOf(plan);
  const diskGb = plan.id === server.plan_id ? size.diskGb : server.disk_gb;
  return capacityChange(sizeOf(server), { ...size, diskGb }).more;
}
