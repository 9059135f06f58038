/**
 * Deploy: one transaction that validates, prices, reserves capacity and an address for each server, and creates the order. If the balance
 * covers the order, it is paid and the servers are built. Otherwise the reservations last until the order is due.
 *
 * A deploy is parsed, then resolved (its rows are loaded), then placed (its lines, payment and nodes are decided), and then written. No
 * phase calls an earlier one.
 */

import { type LoadedServer, loadServers } from '@innkeeper/db/tables/servers';
import { together } from '@innkeeper/db/transaction';
import type { Customer } from '@innkeeper/domain/actor';
import { reserveAddons } from '@innkeeper/domain/addons/reserve';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { payOrder, writeOrder } from '@innkeeper/domain/orders/place';
import type { ParsedDeploy } from '@innkeeper/domain/servers/deploy-check';
import { driveColumns } from '@innkeeper/domain/servers/deploy-drives';
import { type ResolvedDeploy, resolveDeploy } from '@innkeeper/domain/servers/deploy-resolve';
import { reserveNodeCapacity } from '@innkeeper/domain/servers/placement';
import { assignResources, showsAllResources } from '@innkeeper/domain/servers/reserve';
import { SERVICES } from '@innkeeper/domain/service-types/registry';
import { type PlacedDeploy, placeDeploy } from './deploy-place.ts';

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
export async function deployServer(cx: MutatingCx<Customer>, parsed: ParsedDeploy): Promise<Deployed> {
  const resolved = await resolveDeploy(cx, parsed);
  return writeDeploy(cx, parsed, resolved, await placeDeploy(cx, parsed, resolved));
}

async function writeDeploy(
  cx: MutatingCx<Customer>,
  parsed: ParsedDeploy,
  resolved: ResolvedDeploy,
  { lines, amounts, payment, servers }: PlacedDeploy,
): Promise<Deployed> {
  const { names, billingCycle, autoPay } = parsed;
  const { plan, image, copy, addons, promo, tax, ids } = resolved;
  const { paid } = payment;
  const buyer = { accountId: cx.actor.accountId, tax };
  const serverIds = servers.map(({ id }) => id);
  const order = { ...amounts, orderId: ids.order, buyer, paid };
  const begin = () =>
    together(...servers.map(({ lineId, ...one }) => SERVICES.server.begin(cx, one, { orderId: ids.order, lineId })));
  const load = () => loadServers(cx.db, serverIds);
  // Each statement refers to rows of the previous ones. The servers are read last, after the workflows that build them have locked them.
  const [, , , , , shown] = await together(
    SERVICES.server.reserve(cx, { servers, names, row: rowOf(cx, parsed, resolved), paid }),
    reserveAddons(cx, { servers, addons, ids: servers.map(({ addonIds }) => addonIds), billingCycle, paid }),
    assignResources(cx, servers, resolved),
    writeOrder(cx, { buyer, type: 'new-service', autoPay, promo: promo?.code, lines }, payment, ids),
    payOrder(cx, order, begin),
    load(),
  );
  const isWhole = addons.length === 0 && showsAllResources(shown, servers, resolved);
  const from = copy ? { [copy.kind]: copy.id } : {};
  const details = { order: ids.order, plan: plan.key, image: image.key, ...from };
  for (const id of serverIds) await audit(cx, 'deployServer', { kind: 'server', id }, details);
  const nodeIds = servers.map(({ node_id }) => node_id);
  await reserveNodeCapacity(cx, plan, nodeIds);
  return { serverIds, servers: isWhole ? shown : await load(), orderId: ids.order };
}

function rowOf(cx: MutatingCx<Customer>, parsed: ParsedDeploy, { plan, image, copy, drives, promo }: ResolvedDeploy) {
  return {
    plan_id: plan.id,
    image_id: image.id,
    source_copy_id: copy?.id ?? null,
    ...driveColumns(drives),
    billing_cycle: parsed.billingCycle,
    renew_price: plan.price * BigInt(parsed.billingCycle),
    promo_code: promo?.promo.code ?? null,
    vcpus: plan.vcpus,
    dedicated_cpu: plan.dedicated_cpu,
    memory_mb: plan.memory_mb,
    disk_gb: plan.disk_gb,
    network_speed_mbps: plan.network_speed_mbps,
    bandwidth_tb: plan.bandwidth_tb,
    startup_script: parsed.startupScript ?? null,
    startup_script_at: parsed.startupScript === undefined ? null : cx.clock.now(),
    root_password_hash: parsed.passwordHash,
    created_at: cx.clock.now(),
  };
}
