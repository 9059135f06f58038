/** Inserts the addons of new servers and assigns their addresses. */
import { insertAddons } from '@innkeeper/db/tables/addons';
import { assignAddresses } from '@innkeeper/db/tables/ip-addresses';
import { together } from '@innkeeper/db/transaction';
import { behaviourOf } from '@innkeeper/model/services/addons';
import { serviceLifecycle } from '@innkeeper/model/states/server';
import type { MutatingCx } from '../context.ts';
import type { CheckedAddon } from './check.ts';

export interface AddonsToReserve {
  servers: readonly { id: number; account_id: number; node_id: number }[];
  addons: readonly CheckedAddon[];
  /** Ids for the new rows: by server, in the order of the addons. */
  ids: readonly (readonly number[])[];
  /** Billing cycle in months. */
  billingCycle: number;
  /** `true` if the order is paid in this transaction. */
  paid: boolean;
}

/** Inserts each addon for each server. Throws `no_capacity` if there are not enough free addresses. */
export async function reserveAddons(cx: MutatingCx, request: AddonsToReserve): Promise<void> {
  const { servers, addons, ids, billingCycle, paid } = request;
  if (addons.length === 0) return;
  const rows = servers.flatMap(({ id, account_id }) =>
    addons.map(({ product, quantity }) => ({
      server_id: id,
      account_id,
      key: product.key,
      quantity,
      status: paid ? serviceLifecycle.next('awaiting_payment', 'pay') : ('awaiting_payment' as const),
      billing_cycle: billingCycle,
      renew_price: product.price * BigInt(quantity * billingCycle),
      created_at: cx.clock.now(),
    })),
  );
  await together(insertAddons(cx.db, ids.flat(), rows), takeExtraAddresses(cx, request));
}

/** Assigns extra addresses in one fixed order, by server and then by addon, so that two orders cannot deadlock. */
async function takeExtraAddresses(cx: MutatingCx, { servers, addons, ids }: AddonsToReserve): Promise<void> {
  for (const [i, { id, account_id: accountId, node_id: nodeId }] of servers.entries())
    for (const [j, { product, quantity }] of addons.entries()) {
      const { address } = behaviourOf(product.kind);
      if (!address) continue;
      const each = <T>(value: T) => Array.from({ length: quantity }, () => value);
      const shared = { ...address, accountId, nodeId, now: cx.clock.now() };
      await assignAddresses(cx.db, { ...shared, serverIds: each(id), addonIds: each(ids[i]?.[j] as number) });
    }
}

/** Returns the number of addresses that these addons add to a server's main address. */
export function extraAddresses(addons: readonly CheckedAddon[]): number {
  return addons.reduce((sum, { product, quantity }) => sum + (behaviourOf(product.kind).address ? quantity : 0), 0);
}
