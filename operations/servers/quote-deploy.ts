import { explainShortage } from '@innkeeper/db/tables/ip-pools';
import { together } from '@innkeeper/db/transaction';
import type { Customer } from '@innkeeper/domain/actor';
import type { CheckedAddon } from '@innkeeper/domain/addons/check';
import { extraAddresses } from '@innkeeper/domain/addons/reserve';
import type { MutatingCx } from '@innkeeper/domain/context';
import { refuseOrder } from '@innkeeper/domain/orders/place';
import { type OrderQuote, quoteOf } from '@innkeeper/domain/orders/quote';
import { type NextPeriod, renewalOfNew } from '@innkeeper/domain/renewals/next-renewal';
import { addressesEach, checkDeployQuote, type DeployRequest, type PricedDeploy } from '@innkeeper/domain/servers/deploy-check';
import { type DeployLine, deployLines } from '@innkeeper/domain/servers/deploy-lines';
import { explainPlacementShortage, listCandidateNodes } from '@innkeeper/domain/servers/placement';
import { taxOf } from '@innkeeper/domain/tax/tax-of';
import { behaviourOf } from '@innkeeper/model/addons';
import { sumLines } from '@innkeeper/model/pricing/order';
import { bestPromo } from '@innkeeper/model/pricing/promo';

/** Input of a deploy quote. `names` is `undefined` for one server without a name. */
export interface DeployQuote extends Omit<DeployRequest, 'names'> {
  names: readonly string[] | undefined;
}

/** Label of a server without a name. */
const UNNAMED = 'New server';

/**
 * Returns the price of a deploy and whether there is room for it. A name, a source and a means to log in may be missing. Throws the other
 * errors of `deployServer`, except `no_capacity`.
 */
export async function quoteDeploy(cx: MutatingCx<Customer>, input: DeployQuote): Promise<OrderQuote> {
  const { names = [UNNAMED] } = input;
  const request = { ...input, names };
  const count = names.length;
  const { accountId } = cx.actor;
  const addressesPerServer = addressesEach(input);
  const [checked, places, tax] = await together(
    checkDeployQuote(cx, request),
    listCandidateNodes(cx, count, addressesPerServer),
    taxOf(cx, accountId),
  );
  const { plan, copy, addons } = checked;
  const lines = deployLines(cx, tax, checked, request);
  const addresses = count * (1 + extraAddresses(addons));
  await refuseOrder(cx, { accountId }, { servers: count, addresses, amount: sumLines(lines).gross }, input);
  const lack =
    (await explainPlacementShortage(cx, { plan, count, nodeId: copy?.node_id ?? null }, places)) ??
    (await explainAddonShortage(cx, addons, count));
  return quoteOf(cx, { accountId, tax }, lines, {
    downtime: 'none',
    capacity: lack ?? 'ok',
    missing: [...(input.names ? [] : ['name' as const]), ...checked.missing],
    nextRenewal: renewalOfNew((lines[0] as DeployLine).period_to, nextPeriods(checked, request), tax),
  });
}

/** Returns the prices of the next period for each server and each of its addons. A promo code applies only if it is valid for renewals. */
function nextPeriods({ plan, addons, promo }: PricedDeploy, { names, billingCycle: months }: DeployRequest): NextPeriod[] {
  const renewal = { act: 'renewal', planId: plan.id, months } as const;
  const server = { net: plan.price * BigInt(months), promo: promo ? bestPromo([promo.code], renewal) : null };
  const extras = addons.map(({ product, quantity }) => ({ net: product.price * BigInt(quantity * months) }));
  return names.flatMap(() => [server, ...extras]);
}

/** Returns the shortage of addresses for addons, or `undefined` if enough are free. Main addresses are not included. */
async function explainAddonShortage(
  cx: MutatingCx<Customer>,
  addons: readonly CheckedAddon[],
  count: number,
): Promise<string | undefined> {
  const requester = { accountId: cx.actor.accountId, now: cx.clock.now() };
  for (const { product, quantity } of addons) {
    const { address } = behaviourOf(product.kind);
    const lack = address && (await explainShortage(cx.db, address, { ...requester, count: quantity * count }));
    if (lack) return lack;
  }
  return undefined;
}
