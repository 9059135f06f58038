/** The addons of new servers: their rows, and the addresses that they consist of. */
import { insertAddons } from '@innkeeper/db/tables/addons';
import { takeAddresses } from '@innkeeper/db/tables/ip-addresses';
import { together } from '@innkeeper/db/transaction';
import { behaviourOf } from '@innkeeper/model/addons';
import { serverLife } from '@innkeeper/model/states/server';
import type { MutatingCx } from '../context.ts';
import type { WantedAddon } from './check.ts';

export interface AddonsWanted {
  servers: readonly { id: number; account_id: number; node_id: number }[];
  addons: readonly WantedAddon[];
  /** Drawn for them: by server, in the order of the addons. */
  ids: readonly (readonly number[])[];
  /** Months. */
  billingCycle: number;
  /** Whether their order is paid in this transaction. */
  paid: boolean;
}

/** Each server gets each addon. Throws `no_capacity` when addresses lack. */
export async function reserveAddons(cx: MutatingCx, wanted: AddonsWanted): Promise<void> {
  const { servers, addons, ids, billingCycle, paid } = wanted;
  if (addons.length === 0) return;
  const rows = servers.flatMap(({ id, account_id }) =>
    addons.map(({ product, quantity }) => ({
      server_id: id,
      account_id,
      key: product.key,
      quantity,
      status: paid ? serverLife.next('awaiting_payment', 'pay') : ('awaiting_payment' as const),
      billing_cycle: billingCycle,
      renew_price: product.price * BigInt(quantity * billingCycle),
      created_at: cx.clock.now(),
    })),
  );
  await together(insertAddons(cx.db, ids.flat(), rows), takeExtraAddresses(cx, wanted));
}

/** Node by node and kind by kind, in one order, so that no two orders wait for one another. */
async function takeExtraAddresses(cx: MutatingCx, { servers, addons, ids }: AddonsWanted): Promise<void> {
  for (const [i, { id, account_id: accountId, node_id: nodeId }] of servers.entries())
    for (const [j, { product, quantity }] of addons.entries()) {
      const { address } = behaviourOf(product.kind);
      if (!address) continue;
      const each = <T>(value: T) => Array.from({ length: quantity }, () => value);
      const shared = { ...address, accountId, nodeId, now: cx.clock.now() };
      await takeAddresses(cx.db, { ...shared, serverIds: each(id), addonIds: each(ids[i]?.[j] as number) });
    }
}

/** How many addresses a server has with these besides its main one. */
export function extraAddresses(addons: readonly WantedAddon[]): number {
  return addons.reduce((sum, { product, quantity }) => sum + (behaviourOf(product.kind).address ? quantity : 0), 0);
}
