/** Lists of floating IPs and of the plans on sale. */
import { floatingIpPlansOnSale, pageOfFloatingIps } from '@innkeeper/db/tables/floating-ips';
import { explainShortage } from '@innkeeper/db/tables/ip-pools';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx, RequestCx } from '@innkeeper/domain/context';
import { FLOATING_IP_KINDS } from '@innkeeper/model/net/floating-ips';
import { presentFloatingIp } from '@innkeeper/present/floating-ip';
import { presentFloatingIpPlan } from '@innkeeper/present/floating-ip-terms';
import { page, pageRequest } from '@innkeeper/present/page';
import type { Input, Reply } from '../define.ts';

/** Returns a page of the caller's floating IPs, newest first, and their total count. */
export async function listFloatingIps(cx: RequestCx, { query }: Input<'listFloatingIps'>): Promise<Reply<'listFloatingIps'>> {
  const { accountId, taxRate } = cx.actor;
  const found = await pageOfFloatingIps(cx.db, {
    accountId,
    ...pageRequest(query),
    statuses: query['filter[status]'],
    ip: query['filter[ip]'],
    search: query['filter[search]'],
    ddosProtected: query['filter[ddos]'],
  });
  return page(cx.url, query, found, (row) => presentFloatingIp(row, taxRate));
}

/** Lists the plans on sale, in the operator's order. `available` states whether the caller can get one floating IP of the plan now. */
export async function listFloatingIpPlans(cx: Cx<Customer>): Promise<Reply<'listFloatingIpPlans'>> {
  const requester = { accountId: cx.actor.accountId, now: cx.clock.now(), count: 1 };
  const plans = await floatingIpPlansOnSale(cx.db);
  const lacks = await Promise.all(
    plans.map(({ kind }) => explainShortage(cx.db, { ...FLOATING_IP_KINDS[kind], use: 'floating' }, requester)),
  );
  const offered = plans.map((plan, i) => ({ ...plan, available: lacks[i] === undefined }));
  return { data: offered.map((plan) => presentFloatingIpPlan(plan, cx.actor.taxRate)) };
}
