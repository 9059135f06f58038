/**
 * Changes the plan of a server: shuts it down, resizes it, and starts it again if it was running.
 *
 * The larger of both sizes is reserved on the node until the end. The order pays for a larger plan, and is refunded if the change fails.
 * The price difference of a smaller plan is refunded to the balance at the end.
 */
import type { Server } from '@innkeeper/db/schema';
import { releasePart } from '@innkeeper/db/tables/nodes';
import { lockServer, updateServer } from '@innkeeper/db/tables/servers';
import { refundToBalance } from '@innkeeper/domain/services/refund';
import { refundLine } from '@innkeeper/domain/services/refund-line';
import type { Scale, ServerSize } from '@innkeeper/domain/workflows/inputs';
import { EngineError } from '@innkeeper/engine/error';
import { paidChange } from '@innkeeper/model/pricing/paid-value';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { capacityChange } from '@innkeeper/model/servers/scaling';
import { hasSmallerPlan, REFUND_REASONS } from '@innkeeper/model/services/refund-reasons';
import { minutes } from '@innkeeper/model/time/clock';
import { defineWorkflow, type EndContext, type PollAfter, type RollbackCause, type StepContext } from '../define.ts';
import { diskLimits, machineSpec } from '../steps/machine-spec.ts';
import { booted, undoShutdown } from '../steps/power-ends.ts';
import { ownGuest, shutdown, waitForGuest } from '../steps/server.ts';

type Cx = StepContext<Scale>;

export const serverScale = defineWorkflow<Scale>({
  kind: 'server.scale',
  failureMessage: REFUND_REASONS.not_scaled,
  steps: [
    { name: 'shutdown', run: shutdown, undo: undoShutdown, attempts: 6, deadlineMs: minutes(4) },
    { name: 'resize', run: resizeToNewPlan, undo: restoreShape, attempts: 5, deadlineMs: minutes(10) },
    { name: 'boot', run: boot, undo: powerOff, attempts: 4, deadlineMs: minutes(3) },
    { name: 'wait', run: answer, undo: { why: 'it only looks' }, ...ownGuest, attempts: 20, deadlineMs: minutes(10) },
  ],
  finish,
  undone,
});

async function resizeToNewPlan(cx: Cx): Promise<undefined> {
  const { to, serverId } = cx.input;
  const { nic, machine } = await machineSpec(cx.db, serverId, cx.settings.dnsResolvers);
  const { vcpus, memoryMb, diskGb } = to;
  await cx.engine.compute.reshape(machine.machineId, { vcpus, memoryMb, diskGb, limits: await diskLimits(cx.db, to.planId) });
  await cx.engine.network.attach({ ...nic, limitMbps: to.networkSpeedMbps });
}

/** Resizes the machine within the limits of the old plan, which the server's row still has. */
async function reshape(cx: Cx, { vcpus, memoryMb, diskGb }: ServerSize): Promise<void> {
  const { nic, machine } = await machineSpec(cx.db, cx.input.serverId, cx.settings.dnsResolvers);
  await cx.engine.compute.reshape(machine.machineId, { vcpus, memoryMb, diskGb, limits: machine.limits });
  await cx.engine.network.attach(nic);
}

/** Restores the old size. A disk that has grown stays larger, and the row records its size. */
async function restoreShape(cx: Cx): Promise<void> {
  const { from, to, serverId } = cx.input;
  try {
    await reshape(cx, from);
  } catch (error) {
    if (!(error instanceof EngineError) || error.kind !== 'unsupported' || to.diskGb === from.diskGb) throw error;
    await reshape(cx, { ...from, diskGb: to.diskGb });
    await updateServer(cx.db, serverId, { disk_gb: to.diskGb });
  }
}

async function boot(cx: Cx): Promise<undefined> {
  if (cx.input.wasOff) return;
  await updateServer(cx.db, cx.input.serverId, { power: 'booting' });
  await cx.engine.compute.start(machineIdOf(cx.input.serverId));
}

async function powerOff(cx: Cx): Promise<void> {
  await cx.engine.compute.powerOff(machineIdOf(cx.input.serverId));
}

async function answer(cx: Cx): Promise<string | null | PollAfter> {
  return cx.input.wasOff ? null : waitForGuest(cx);
}

async function finish(cx: EndContext<Scale>): Promise<void> {
  const { db, input, memory, clock } = cx;
  const { from, to, wasOff } = input;
  const server = await lockServer(db, input.serverId);
  if (!server) return;
  // The refund comes first: transactions that lock both the balance and the node lock the balance first.
  const refunds = input.refunds.map(({ orderId, lineId, net, vat }) => ({
    ...{ order_id: orderId, line_id: lineId, net: BigInt(net), vat: BigInt(vat) },
  }));
  await refundToBalance(cx, server.account_id, refunds, hasSmallerPlan(server.hostname));
  await releasePart(db, server.node_id, capacityChange(from, to).less);
  await updateServer(db, server.id, {
    plan_id: to.planId,
    renew_price: BigInt(to.renewPrice),
    ...discountsAt(server, BigInt(to.renewPrice), clock.now()),
    vcpus: to.vcpus,
    dedicated_cpu: to.dedicated,
    memory_mb: to.memoryMb,
    disk_gb: to.diskGb,
    network_speed_mbps: to.networkSpeedMbps,
    bandwidth_tb: to.bandwidthTb,
    ...(wasOff ? { power: 'stopped' } : booted(typeof memory.wait === 'string' ? memory.wait : null)),
  });
}

/** Returns the discounts of promo codes after a change to a smaller plan, reduced in proportion to the price. */
function discountsAt(server: Server, to: bigint, now: Date): { discounts?: string } {
  const { discounts, renew_price: from, billing_anchor: anchor, billing_cycle: months, expiry_at: expiresAt } = server;
  if (discounts.length === 0 || to >= from || !anchor || !expiresAt) return {};
  return { discounts: JSON.stringify(paidChange({ from, to, now, anchor, months, expiresAt }, discounts).discounts) };
}

async function undone(cx: EndContext<Scale>, why: RollbackCause): Promise<void> {
  const { db, input } = cx;
  const { held, from, orderId, lineId } = input;
  const server = await lockServer(db, input.serverId);
  if (!server) return;
  // A disk that has grown keeps its reserved disk space.
  const diskGb = held.diskGb - (server.disk_gb - from.diskGb);
  await refundLine(cx, { orderId, lineId, reason: why.reason });
  await releasePart(db, server.node_id, { ...held, diskGb });
}
