import { type FloatingIpPlan, floatingIpPlansOnSale } from '@innkeeper/db/tables/floating-ips';
import { explainShortage } from '@innkeeper/db/tables/ip-pools';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { FLOATING_IP_KINDS } from '@innkeeper/model/floating-ips';

/** Lists the plans on sale, in the operator's order. `available` states whether the caller can get one floating IP of the plan now. */
export async function listFloatingIpPlans(cx: Cx<Customer>): Promise<(FloatingIpPlan & { available: boolean })[]> {
  const requester = { accountId: cx.actor.accountId, now: cx.clock.now(), count: 1 };
  const plans = await floatingIpPlansOnSale(cx.db);
  const lacks = await Promise.all(
    plans.map(({ kind }) => explainShortage(cx.db, { ...FLOATING_IP_KINDS[kind], use: 'floating' }, requester)),
  );
  return plans.map((plan, i) => ({ ...plan, available: lacks[i] === undefined }));
}
