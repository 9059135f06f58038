import { type LoadedPlan, loadPlansOnSale } from '@innkeeper/db/tables/plans';
import { scaleRefusal } from '@innkeeper/model/scaling';
import type { Cx } from '../context.ts';
import { getServer } from './get.ts';
import { scalable, targetOf } from './scale-check.ts';

/**
 * The plans that a server can move to, in the operator's order; its own when the disk can still grow to it. Whether its
 * host has room is known only when it is asked for. Throws `not_found`, `not_yours`.
 */
export async function listServerScalePlans(cx: Cx, input: { server: number }): Promise<LoadedPlan[]> {
  const server = await getServer(cx, input);
  if (server.status === 'terminated') return [];
  const from = await scalable(cx, server);
  const plans = await loadPlansOnSale(cx.db);
  return plans.filter((plan) => scaleRefusal(from, targetOf(plan), true) === undefined);
}
