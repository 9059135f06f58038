/**
 * Deploy: one transaction that validates, prices, reserves capacity and an address for each server, and makes the order. If the
 * balance covers it, it is paid and the servers are built; otherwise everything stays reserved until the order is due.
 */

import { holdSpendable } from '@innkeeper/db/ledger/spending';
import { drawOrderIds } from '@innkeeper/db/tables/ids';
import { type LoadedServer, loadServers } from '@innkeeper/db/tables/servers';
import { together } from '@innkeeper/db/transaction';
import type { Customer } from '@innkeeper/domain/actor';
import { extraAddresses, reserveAddons } from '@innkeeper/domain/addons/reserve';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { decidePayment, payOrder, writeOrder } from '@innkeeper/domain/orders/place';
import { spenderOf } from '@innkeeper/domain/orders/spending';
import { addressesEach, type CheckedDeploy, checkDeploy, type DeployInput } from '@innkeeper/domain/servers/deploy-check';
import { driveColumns } from '@innkeeper/domain/servers/deploy-drives';
import { deployLines } from '@innkeeper/domain/servers/deploy-lines';
import { holdPlaces, listPlaces, placeServers } from '@innkeeper/domain/servers/placement';
import { equipServers, showEquipment } from '@innkeeper/domain/servers/reserve';
import { SERVICES } from '@innkeeper/domain/services/registry';
import { taxOf } from '@innkeeper/domain/tax/tax-of';
import { sumLines } from '@innkeeper/model/pricing/order';

export interface Deployed {
  serverIds: number[];
  /** The same, with all that they show. */
  servers: LoadedServer[];
  orderId: number;
}

/**
 * Several names are deployed together or not at all. Throws `validation` with the field, `not_yours` for another
 * account's key or copy, `no_capacity` with what lacks and what would fit, and what `decidePayment` throws.
 */
export async function deployServer(cx: MutatingCx<Customer>, input: DeployInput): Promise<Deployed> {
  const { names, autoPay } = input;
  const count = names.length;
  const { accountId } = cx.actor;
  const each = 1 + input.addons.length;
  // Read and decided first, then written; what needs nothing of one another's replies is sent at once, since each wait for the database counts.
  const [checked, balance, places, tax, ids] = await together(
    checkDeploy(cx, input),
    holdSpendable(cx.db, spenderOf(cx, accountId)),
    listPlaces(cx, count, addressesEach(input)),
    taxOf(cx, accountId),
    drawOrderIds(cx.db, { services: count * each, lines: count * each }),
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

  // Lines are in this order: a server, its addons, the next server.
  const at = (server: number, addon = -1) => server * each + 1 + addon;
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
  // Each names rows of those before it, and the servers are read when they are locked by what builds them.
  const [, , , , , shown] = await together(
    SERVICES.server.reserve(cx, { servers, names, row: rowOf(cx, input, checked), paid }),
    reserveAddons(cx, { servers, addons, ids: addonIds, billingCycle: input.billingCycle, paid }),
    equipServers(cx, servers, equipment),
    writeOrder(cx, { buyer, type: 'new-service', autoPay, promo: checked.promo?.code, lines: ordered }, payment, ids),
    payOrder(cx, order, begin),
    load(),
  );
  const isWhole = addons.length === 0 && showEquipment(shown, servers, equipment);
  const from = copy ? { [copy.kind]: copy.id } : {};
  const details = { order: ids.order, plan: plan.key, image: image.key, ...from };
  for (const id of serverIds) await audit(cx, 'deployServer', { kind: 'server', id }, details);
  await holdPlaces(cx, plan, nodeIds);
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
