import { type FloatingIpPlan, floatingIpPlansOnSale } from '@innkeeper/db/tables/floating-ips';
import { lackOfAddresses } from '@innkeeper/db/tables/ip-pools';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { FLOATING_IP_KINDS } from '@innkeeper/model/floating-ips';

/** What is on sale, in the operator's order, each with whether the caller could be given one now. */
export async function listFloatingIpPlans(cx: Cx<Customer>): Promise<(FloatingIpPlan & { available: boolean })[]> {
  const asking = { accountId: cx.actor.accountId, now: cx.clock.now(), count: 1 };
  const plans = await floatingIpPlansOnSale(cx.db);
  const lacks = await Promise.all(
    plans.map(({ kind }) => lackOfAddresses(cx.db, { ...FLOATING_IP_KINDS[kind], use: 'floating' }, asking)),
  );
  return plans.map((plan, i) => ({ ...plan, available: lacks[i] === undefined }));
}
