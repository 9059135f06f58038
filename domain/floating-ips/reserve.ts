import type { IpAddress } from '@innkeeper/db/schema';
import { insertFloatingIpServices, insertFloatingIps } from '@innkeeper/db/tables/floating-ips';
import { assignAddresses } from '@innkeeper/db/tables/ip-addresses';
import { FLOATING_IP_KINDS } from '@innkeeper/model/net/floating-ips';
import { serviceLifecycle } from '@innkeeper/model/states/server';
import type { Customer } from '../actor.ts';
import type { MutatingCx } from '../context.ts';
import type { ReservedService } from '../services/hooks.ts';
import type { CheckedPurchase } from './check.ts';

export interface FloatingIpsToReserve extends CheckedPurchase {
  /** Billing cycle in months. */
  billingCycle: number;
  serverId: number | null;
  /** `true` if the order is paid in this transaction. */
  paid: boolean;
}

export interface ReservedFloatingIp extends ReservedService {
  address: string;
}

/** Reserves floating IPs with their addresses, in the order of `requests`. Throws `no_capacity`. */
export async function reserveFloatingIps(
  cx: MutatingCx<Customer>,
  { requests, nodeId, billingCycle, serverId, paid }: FloatingIpsToReserve,
): Promise<ReservedFloatingIp[]> {
  const { accountId } = cx.actor;
  const now = cx.clock.now();
  const rows = requests.flatMap(({ plan, count }) =>
    Array.from({ length: count }, () => ({
      key: plan.key,
      account_id: accountId,
      status: paid ? serviceLifecycle.next('awaiting_payment', 'pay') : ('awaiting_payment' as const),
      billing_cycle: billingCycle,
      renew_price: plan.price * BigInt(billingCycle),
      created_at: now,
    })),
  );
  const ids = await insertFloatingIpServices(cx.db, rows);
  const taken: IpAddress[] = [];
  for (const { kind, count } of requests) {
    const { version, ddosProtected } = FLOATING_IP_KINDS[kind];
    const floatingIpIds = ids.slice(taken.length, taken.length + count);
    const shared = { version, ddosProtected, use: 'floating', accountId, nodeId, floatingIpIds, now } as const;
    taken.push(...(await assignAddresses(cx.db, { ...shared, serverIds: floatingIpIds.map(() => null) })));
  }
  await insertFloatingIps(cx.db, taken, { attachTo: serverId });
  const addresses = new Map(taken.map(({ floating_ip_id, address }) => [floating_ip_id, address]));
  return ids.map((id) => ({ id, account_id: accountId, address: addresses.get(id) as string }));
}
