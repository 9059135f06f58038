import { together } from '@innkeeper/db/transaction';
import type { Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { refuseUnpaid } from '@innkeeper/domain/orders/limit-unpaid';
import { type Quoted, quoteOf } from '@innkeeper/domain/orders/quote';
import { checkDeploy, type DeployInput } from '@innkeeper/domain/servers/deploy-check';
import { deployLines } from '@innkeeper/domain/servers/deploy-lines';
import { lackOfPlaces, listPlaces } from '@innkeeper/domain/servers/placement';
import { taxOf } from '@innkeeper/domain/tax/tax-of';
import { sumLines } from '@innkeeper/model/pricing/order';

/** What a deploy would cost, and whether there is room for it. Throws what `deployServer` throws, but `no_capacity`. */
export async function quoteDeploy(cx: MutatingCx<Customer>, input: DeployInput): Promise<Quoted> {
  const count = input.names.length;
  const { accountId } = cx.actor;
  const [{ plan, copy }, places, tax] = await together(checkDeploy(cx, input), listPlaces(cx, count), taxOf(cx, accountId));
  const lines = deployLines(cx, tax, plan, input);
  await refuseUnpaid(cx, accountId, { servers: count, addresses: count, amount: sumLines(lines).gross }, input.autoPay);
  const lack = await lackOfPlaces(cx, { plan, count, nodeId: copy?.node_id ?? null }, places);
  return quoteOf(cx, cx.actor, lines, { downtime: 'none', capacity: lack ?? 'ok' });
}
