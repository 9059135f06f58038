import { lackOfAddresses } from '@innkeeper/db/tables/ip-pools';
import { together } from '@innkeeper/db/transaction';
import type { Customer } from '@innkeeper/domain/actor';
import type { WantedAddon } from '@innkeeper/domain/addons/check';
import { extraAddresses } from '@innkeeper/domain/addons/reserve';
import type { MutatingCx } from '@innkeeper/domain/context';
import { refuseOrder } from '@innkeeper/domain/orders/place';
import { type Quoted, quoteOf } from '@innkeeper/domain/orders/quote';
import { addressesEach, checkDeploy, type DeployInput } from '@innkeeper/domain/servers/deploy-check';
import { deployLines } from '@innkeeper/domain/servers/deploy-lines';
import { lackOfPlaces, listPlaces } from '@innkeeper/domain/servers/placement';
import { taxOf } from '@innkeeper/domain/tax/tax-of';
import { behaviourOf } from '@innkeeper/model/addons';
import { sumLines } from '@innkeeper/model/pricing/order';

/** What a deploy would cost, and whether there is room for it. Throws what `deployServer` throws, but `no_capacity`. */
export async function quoteDeploy(cx: MutatingCx<Customer>, input: DeployInput): Promise<Quoted> {
  const count = input.names.length;
  const { accountId } = cx.actor;
  const each = addressesEach(input);
  const [checked, places, tax] = await together(checkDeploy(cx, input), listPlaces(cx, count, each), taxOf(cx, accountId));
  const { plan, copy, addons } = checked;
  const lines = deployLines(cx, tax, checked, input);
  const addresses = count * (1 + extraAddresses(addons));
  await refuseOrder(cx, { accountId }, { servers: count, addresses, amount: sumLines(lines).gross }, input);
  const lack =
    (await lackOfPlaces(cx, { plan, count, nodeId: copy?.node_id ?? null }, places)) ?? (await lackOfExtras(cx, addons, count));
  return quoteOf(cx, cx.actor, lines, { downtime: 'none', capacity: lack ?? 'ok' });
}

/** Of addresses of another kind than the main one. */
async function lackOfExtras(
  cx: MutatingCx<Customer>,
  addons: readonly WantedAddon[],
  count: number,
): Promise<string | undefined> {
  const asking = { accountId: cx.actor.accountId, now: cx.clock.now() };
  for (const { product, quantity } of addons) {
    const { address } = behaviourOf(product.kind);
    const lack = address && (await lackOfAddresses(cx.db, address, { ...asking, count: quantity * count }));
    if (lack) return lack;
  }
  return undefined;
}
