/**
 * Deploy: one transaction that validates, prices, reserves capacity and an address for each server, and makes the order. If the
 * balance covers it, it is paid and the servers are built; otherwise everything stays reserved until the order is due.
 */
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { refuseUnpaid } from '@innkeeper/domain/orders/limit-unpaid';
import { placeOrder } from '@innkeeper/domain/orders/place';
import { type CheckedDeploy, checkDeploy, type DeployInput } from '@innkeeper/domain/servers/deploy-check';
import { driveColumns } from '@innkeeper/domain/servers/deploy-drives';
import { deployLines } from '@innkeeper/domain/servers/deploy-lines';
import { SERVICES } from '@innkeeper/domain/services/registry';
import { sumLines } from '@innkeeper/model/pricing/order';

export interface Deployed {
  serverIds: number[];
  orderId: number;
}

/**
 * Several names are deployed together or not at all. Throws `validation` with the field, `not_yours` for another
 * account's key or copy, `no_capacity` with what lacks and what would fit, `unpaid_limit`.
 */
export async function deployServer(cx: MutatingCx<Customer>, input: DeployInput): Promise<Deployed> {
  const checked = await checkDeploy(cx, input);
  const { plan, image, copy, drives, sshKeys } = checked;
  const lines = deployLines(cx, plan, input);
  await refuseUnpaid(cx, { servers: lines.length, addresses: lines.length, amount: sumLines(lines).gross }, input.autoPay);
  const wanted = { plan, names: input.names, nodeId: copy?.node_id ?? null, row: rowOf(cx, input, checked), drives, sshKeys };
  const serverIds = await SERVICES.server.reserve(cx, wanted);
  const { orderId } = await placeOrder(cx, {
    type: 'new-service',
    autoPay: input.autoPay,
    lines: lines.map((line, i) => ({ ...line, service_id: serverIds[i] as number })),
  });
  for (const id of serverIds) {
    const from = copy ? { [copy.kind]: copy.id } : {};
    await audit(cx, 'deployServer', { kind: 'server', id }, { order: orderId, plan: plan.key, image: image.key, ...from });
  }
  return { serverIds, orderId };
}

function rowOf(cx: MutatingCx<Customer>, input: DeployInput, { plan, image, copy, drives }: CheckedDeploy) {
  return {
    plan_id: plan.id,
    image_id: image.id,
    source_copy_id: copy?.id ?? null,
    ...driveColumns(drives),
    billing_cycle: input.billingCycle,
    renew_price: plan.price * BigInt(input.billingCycle),
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
