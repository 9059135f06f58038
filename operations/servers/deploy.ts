/**
 * Deploy: one transaction that validates, prices, reserves capacity and an address for each server, and makes the order. If the
 * balance covers it, it is paid and the servers are built; otherwise everything stays reserved until the order is due.
 */

import { holdSpendable } from '@innkeeper/db/ledger/spending';
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
import { equipServers } from '@innkeeper/domain/servers/reserve';
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
  // Read and decided first; what is needed at the same time is asked for at once, since each wait for the database counts.
  const { accountId } = cx.actor;
  const [checked, balance, places, tax] = await together(
    checkDeploy(cx, input),
    holdSpendable(cx.db, spenderOf(cx, accountId)),
    listPlaces(cx, count, addressesEach(input)),
    taxOf(cx, accountId),
  );
  const buyer = { accountId, tax };
  const { plan, image, copy } = checked;
  const lines = deployLines(cx, tax, checked, input);
  const addresses = count * (1 + extraAddresses(checked.addons));
  const reserves = { servers: count, addresses, amount: sumLines(lines).gross };
  const payment = await decidePayment(cx, buyer, reserves, { autoPay, balance });
  const nodeIds = await placeServers(cx, { plan, count, nodeId: copy?.node_id ?? null }, places);

  const row = rowOf(cx, input, checked);
  const servers = await SERVICES.server.reserve(cx, { names, nodeIds, row, paid: payment.paid });
  const { billingCycle } = input;
  const addonIds = await reserveAddons(cx, { servers, addons: checked.addons, billingCycle, paid: payment.paid });
  const serviceIds = servers.flatMap(({ id }, i) => [id, ...(addonIds[i] as number[])]);
  const ordered = lines.map((line, i) => ({ ...line, service_id: serviceIds[i] as number }));
  const [, order] = await together(
    equipServers(cx, servers, { ...checked, places }),
    writeOrder(cx, { buyer, type: 'new-service', autoPay, promo: checked.promo?.code, lines: ordered }, payment),
  );
  const { orderId } = order;
  const lineOf = ({ id }: { id: number }) => ({ orderId, lineId: order.lines[serviceIds.indexOf(id)]?.id as number });
  const serverIds = servers.map(({ id }) => id);
  // Sent in this order: the servers are read when they are locked by what builds them.
  const [, loaded] = await together(
    payOrder(cx, order, () => together(...servers.map((one) => SERVICES.server.begin(cx, one, lineOf(one))))),
    loadServers(cx.db, serverIds),
  );
  const from = copy ? { [copy.kind]: copy.id } : {};
  const details = { order: orderId, plan: plan.key, image: image.key, ...from };
  for (const id of serverIds) await audit(cx, 'deployServer', { kind: 'server', id }, details);
  await holdPlaces(cx, plan, nodeIds);
  return { serverIds, servers: loaded, orderId };
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
