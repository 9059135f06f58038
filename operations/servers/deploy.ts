/**
 * Deploy: one transaction that validates, prices, reserves capacity and an address for each server, and creates the order. If the balance
 * covers the order, it is paid and the servers are built. Otherwise the reservations last until the order is due.
 */

import { lockSpendable } from '@innkeeper/db/ledger/spending';
import { drawOrderIds } from '@innkeeper/db/tables/ids';
import { type LoadedServer, loadServers } from '@innkeeper/db/tables/servers';
import { together } from '@innkeeper/db/transaction';
import type { Customer } from '@innkeeper/domain/actor';
import { extraAddresses, reserveAddons } from '@innkeeper/domain/addons/reserve';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { decidePayment, payOrder, writeOrder } from '@innkeeper/domain/orders/place';
import { addressesEach, type CheckedDeploy, checkDeploy, type DeployInput } from '@innkeeper/domain/servers/deploy-check';
import { driveColumns } from '@innkeeper/domain/servers/deploy-drives';
import { deployLines } from '@innkeeper/domain/servers/deploy-lines';
import { listCandidateNodes, placeServers, reserveNodeCapacity } from '@innkeeper/domain/servers/placement';
import { assignResources, showsAllResources } from '@innkeeper/domain/servers/reserve';
import { SERVICES } from '@innkeeper/domain/service-types/registry';
import { spenderOf } from '@innkeeper/domain/spending';
import { taxOf } from '@innkeeper/domain/tax/tax-of';
import { sumLines } from '@innkeeper/model/pricing/order';

export interface Deployed {
  serverIds: number[];
  /** The deployed servers with all displayed fields. */
  servers: LoadedServer[];
  orderId: number;
}

/**
 * Deploys servers of all the names or of none. Throws `validation` with the field, `not_yours` for a key or copy of another account,
 * `no_capacity` with the shortage and a fitting alternative, and the errors of `decidePayment`.
 */
export async function deployServer(cx: MutatingCx<Customer>, input: DeployInput): Promise<Deployed> {
  const { names, autoPay } = input;
  const count = names.length;
  const { accountId } = cx.actor;
  const servicesPerServer = 1 + input.addons.length;
  // Read and decide first, then write. Statements that do not depend on each other's results are sent at once, because each round trip to
  // the database adds latency.
  const [checked, balance, places, tax, ids] = await together(
    checkDeploy(cx, input),
    lockSpendable(cx.db, spenderOf(cx, accountId)),
    listCandidateNodes(cx, count, addressesEach(input)),
    taxOf(cx, accountId),
    drawOrderIds(cx.db, { services: count * servicesPerServer, lines: count * servicesPerServer }),
  );
  const buyer = { accountId, tax };
  const { plan, image, copy, addons } = checked;
  const lines = deployLines(cx, tax, checked, input);
  const addresses = count * (1 + extraAddresses(addons));
  const amounts = sumLines(lines);
  const reserves = { servers: count, addresses, amount: amounts.gross };
  const payment = await decidePayment(cx, buyer, reserves, { autoPay, balance });
  const { paid } = payment;
  const nodeIds = await placeServers(cx, { plan, count, nodeId: copy?.node_id ?? null }, places);

  // Order of the lines: a server, its addons, the next server.
  const at = (server: number, addon = -1) => server * servicesPerServer + 1 + addon;
  const servers = names.map((_, i) => ({
    id: ids.services[at(i)] as number,
    account_id: accountId,
    node_id: nodeIds[i] as number,
  }));
  const addonIds = names.map((_, i) => addons.map((_, j) => ids.services[at(i, j)] as number));
  const serverIds = servers.map(({ id }) => id);
  const ordered = lines.map((line, i) => ({ ...line, service_id: ids.services[i] as number }));
  const order = { ...amounts, orderId: ids.order, buyer, paid };
  const begin = () =>
    together(
      ...servers.map((one, i) => SERVICES.server.begin(cx, one, { orderId: ids.order, lineId: ids.lines[at(i)] as number })),
    );
  const equipment = { ...checked, places };
  const load = () => loadServers(cx.db, serverIds);
  // Each statement refers to rows of the previous ones. The servers are read last, after the workflows that build them have locked them.
  const [, , , , , shown] = await together(
    SERVICES.server.reserve(cx, { servers, names, row: rowOf(cx, input, checked), paid }),
    reserveAddons(cx, { servers, addons, ids: addonIds, billingCycle: input.billingCycle, paid }),
    assignResources(cx, servers, equipment),
    writeOrder(cx, { buyer, type: 'new-service', autoPay, promo: checked.promo?.code, lines: ordered }, payment, ids),
    payOrder(cx, order, begin),
    load(),
  );
  const isWhole = addons.length === 0 && showsAllResources(shown, servers, equipment);
  const from = copy ? { [copy.kind]: copy.id } : {};
  const details = { order: ids.order, plan: plan.key, image: image.key, ...from };
  for (const id of serverIds) await audit(cx, 'deployServer', { kind: 'server', id }, details);
  await reserveNodeCapacity(cx, plan, nodeIds);
  return { serverIds, servers: isWhole ? shown : await load(), orderId: ids.order };
}

function rowOf(cx: MutatingCx<Customer>, input: DeployInput, { plan, image, copy, drives, promo }: CheckedDeploy) {
  return {
    plan_id: plan.id,
    image_id: image.id,
    source_copy_id: copy?.id ?? null,
    ...driveColumns(drives),
    billing_cycle: input.billingCycle,
    renew_price: plan.price * BigInt(input.billingCycle),
    promo_code: promo?.promo.code ?? null,
    vcpus: plan.vcpus,
    dedicated_cpu: plan.dedicated_cpu,
    memory_mb: plan.memory_mb,
    disk_gb: plan.disk_gb,
    network_speed_mbps: plan.network_speed_mbps,
    bandwidth_tb: plan.bandwidth_tb,
    startup_script: input.startupScript ?? null,
    startup_script_at: input.startupScript === undefined ? null : cx.clock.now(),
    root_password_hash: input.passwordHash,
    created_at: cx.clock.now(),
  };
}
