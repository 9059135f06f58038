/** Third phase of a deploy: decides its lines, payment and nodes. Nothing is written, so all of it can still be refused. */
import type { NewOrderLine } from '@innkeeper/db/tables/orders';
import type { Customer } from '@innkeeper/domain/actor';
import { extraAddresses } from '@innkeeper/domain/addons/reserve';
import type { MutatingCx } from '@innkeeper/domain/context';
import { decidePayment, type PaymentDecision } from '@innkeeper/domain/orders/place';
import type { ParsedDeploy } from '@innkeeper/domain/servers/deploy-check';
import { deployLines } from '@innkeeper/domain/servers/deploy-lines';
import type { ResolvedDeploy } from '@innkeeper/domain/servers/deploy-resolve';
import { placeServers } from '@innkeeper/domain/servers/placement';
import { type LineAmount, sumLines } from '@innkeeper/model/pricing/order';

/** A deploy that only has to be written. */
export interface PlacedDeploy {
  /** Lines of the order with their services: a server, its addons, the next server. */
  lines: NewOrderLine[];
  amounts: LineAmount;
  payment: PaymentDecision;
  servers: PlacedServer[];
}

export interface PlacedServer {
  id: number;
  account_id: number;
  node_id: number;
  /** Id of the server's order line. */
  lineId: number;
  /** Ids of its addons, in the order of the request. */
  addonIds: number[];
}

/** Decides a deploy. Throws `no_capacity` with the shortage and a fitting alternative, and the errors of `decidePayment`. */
export async function placeDeploy(
  cx: MutatingCx<Customer>,
  { names, billingCycle, autoPay }: ParsedDeploy,
  { plan, copy, addons, promo, balance, places, tax, ids }: ResolvedDeploy,
): Promise<PlacedDeploy> {
  const { accountId } = cx.actor;
  const count = names.length;
  const lines = deployLines(cx, tax, { plan, addons, promo }, { names, billingCycle });
  const amounts = sumLines(lines);
  const reserves = { servers: count, addresses: count * (1 + extraAddresses(addons)), amount: amounts.gross };
  const payment = await decidePayment(cx, { accountId }, reserves, { autoPay, balance });
  const nodeIds = await placeServers(cx, { plan, count, nodeId: copy?.node_id ?? null }, places);
  const servicesPerServer = 1 + addons.length;
  const servers = nodeIds.map((node_id, i) => {
    const first = i * servicesPerServer;
    const [id = 0, ...addonIds] = ids.services.slice(first, first + servicesPerServer);
    return { id, account_id: accountId, node_id, lineId: ids.lines[first] ?? 0, addonIds };
  });
  return {
    ...{ amounts, payment, servers },
    lines: lines.map((line, i) => ({ ...line, service_id: ids.services[i] ?? 0 })),
  };
}
