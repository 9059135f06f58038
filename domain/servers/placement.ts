import type { Plan } from '@innkeeper/db/schema';
import { holdCapacity, listRooms } from '@innkeeper/db/tables/nodes';
import { listPlansOnSale, sizeOf } from '@innkeeper/db/tables/plans';
import { type Need, needOf, refusal } from '@innkeeper/model/capacity';
import { Failure } from '@innkeeper/model/failures';
import type { MutatingCx } from '../context.ts';

/**
 * Holds capacity for `count` servers of a plan, on the node with the most room first; answers a node id per server.
 * Throws `no_capacity` with what lacks and what would fit; the caller's transaction gives back what was held so far.
 */
export async function findRoom(cx: MutatingCx, plan: Plan, count: number): Promise<number[]> {
  const need = needOf(sizeOf(plan));
  const before = await listRooms(cx.db);
  const held: number[] = [];
  while (held.length < count) {
    const nodeId = await holdOne(cx, need);
    if (nodeId === undefined) {
      throw new Failure('no_capacity', { message: refusal(need, count, before, await offers(cx)), errors: {} });
    }
    held.push(nodeId);
  }
  return held;
}

async function holdOne(cx: MutatingCx, need: Need): Promise<number | undefined> {
  for (const { id } of await listRooms(cx.db)) if (await holdCapacity(cx.db, id, need)) return id;
  return undefined;
}

async function offers(cx: MutatingCx) {
  const plans = await listPlansOnSale(cx.db);
  return plans.map((plan) => ({ key: plan.key, ...needOf(sizeOf(plan)) }));
}
