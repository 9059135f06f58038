/**
 * Builds a paid server: its port on the network, its disk, its first boot. It is active once its guest answers. When it
 * can't be built, all of it is removed, the customer has the money back, and server and order say why.
 */

import type { Server } from '@innkeeper/db/schema';
import { auditInsert } from '@innkeeper/db/tables/audit';
import { atCommit } from '@innkeeper/db/transaction';
import { deliverWithServer } from '@innkeeper/domain/addons/deliver';
import { auditLine } from '@innkeeper/domain/audit';
import { releaseDeploy } from '@innkeeper/domain/orders/release-deploy';
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import type { NicSpec } from '@innkeeper/engine/network/port';
import { hours, minutes } from '@innkeeper/model/clock';
import { machineIdOf } from '@innkeeper/model/machine-names';
import { boundary } from '@innkeeper/model/pricing/period';
import { serverLife } from '@innkeeper/model/states/server';
import { sql } from 'kysely';
import { defineWorkflow, type EndContext, type StepContext } from '../define.ts';
import { dropFetched, fetchCopy } from '../steps/copy-files.ts';
import { makeFirewalls } from '../steps/firewalls.ts';
import { machineSpec } from '../steps/machine-spec.ts';
import { isosArrive } from '../steps/media.ts';
import { showBooting, waitForGuest } from '../steps/server.ts';

type Input = InputOf<'server.deploy'>;
type Cx = StepContext<Input>;

export const serverDeploy = defineWorkflow<Input>({
  kind: 'server.deploy',
  failureMessage: 'The server could not be built. The price was refunded to your balance. Order it again later.',
  steps: [
    { name: 'network', run: plugIn, undo: unplug, joinsNext: true, attempts: 5, deadlineMs: minutes(3) },
    {
      name: 'copy',
      needed: hasCopyOrIsos,
      run: makeDiskOfCopy,
      undo: removeMachineAndCopy,
      attempts: 10,
      deadlineMs: hours(6),
    },
    { name: 'disk', run: makeDisk, undo: removeMachine, attempts: 5, deadlineMs: minutes(10) },
    { name: 'boot', run: boot, undo: powerOff, joinsNext: true, ...showBooting, attempts: 4, deadlineMs: minutes(5) },
    // A Debian guest takes up to 45 s under software emulation when alone, and minutes on a crowded host.
    { name: 'wait', run: waitForGuest, undo: { why: 'it only looks' }, attempts: 20, deadlineMs: minutes(10) },
  ],
  finish,
  undone: (cx, why) => releaseDeploy(cx, cx.input, why),
});

/** Nobody changes a server that is being built. Its ISOs may arrive until the step `copy` has seen them. */
const specOf = (cx: Pick<Cx, 'db' | 'input' | 'memory' | 'settings' | 'once'>) =>
  cx.once('copy' in cx.memory ? 'spec' : 'spec without ISOs', () =>
    machineSpec(cx.db, cx.input.serverId, cx.settings.dnsResolvers),
  );

/** Attaching is idempotent, so that the step after a restart gets the plug of its host as well. */
const plugOf = async (cx: Cx, nic: NicSpec) => cx.once('plug', () => cx.engine.network.attach(nic));

/** Its firewalls come before its network card, and so before its first packet. */
async function plugIn(cx: Cx) {
  const { nic, nodeId, firewalled } = await specOf(cx);
  if (firewalled) await makeFirewalls(cx, nodeId);
  await plugOf(cx, nic);
  return undefined;
}

async function unplug(cx: Cx) {
  await cx.engine.network.detach(machineIdOf(cx.input.serverId));
}

async function hasCopyOrIsos(cx: Cx): Promise<boolean> {
  const { sourceCopyId, drives } = await specOf(cx);
  return sourceCopyId !== null || drives.primary !== null || drives.secondary !== null;
}

/** A server that is ordered from a snapshot or backup; others pass once the ISOs that the disk step puts into the drives are there. */
async function makeDiskOfCopy(cx: Cx) {
  const { sourceCopyId, drives, nodeId } = await specOf(cx);
  const waits = await isosArrive(cx, drives, nodeId);
  if (waits) return waits;
  if (sourceCopyId === null) return undefined;
  const { nic, machine } = await machineSpec(cx.db, cx.input.serverId, cx.settings.dnsResolvers);
  const path = await fetchCopy(cx, sourceCopyId);
  const source = { from: 'copy', path, format: 'qcow2' } as const;
  await cx.engine.compute.create({ ...machine, source, nic: await cx.engine.network.attach(nic) });
  await dropFetched(cx);
  return undefined;
}

async function makeDisk(cx: Cx) {
  const { nic, machine, sourceCopyId } = await specOf(cx);
  if (sourceCopyId !== null) return undefined;
  await cx.engine.compute.create({ ...machine, nic: await plugOf(cx, nic) });
  return undefined;
}

async function removeMachine(cx: Cx) {
  await cx.engine.compute.destroy(machineIdOf(cx.input.serverId));
}

async function removeMachineAndCopy(cx: Cx) {
  await removeMachine(cx);
  await dropFetched(cx);
}

async function boot(cx: Cx) {
  await cx.engine.compute.start(machineIdOf(cx.input.serverId));
  return undefined;
}

async function powerOff(cx: Cx) {
  await cx.engine.compute.powerOff(machineIdOf(cx.input.serverId));
}

async function finish(cx: EndContext<Input>) {
  const { orderId, lineId, serverId } = cx.input;
  const { rows } = await sql<Pick<Server, 'status' | 'billing_cycle'> & { discount: bigint; has_addons: boolean }>`
    select status, billing_cycle, (select discount from order_lines where id = ${lineId}),
      exists (select from services where parent_id = ${serverId}) as has_addons
    from servers where id = ${serverId} for update`.execute(cx.db);
  const [server] = rows;
  if (!server) return;
  const now = cx.clock.now();
  const ssh = cx.engine.network.sshEndpoint((await specOf(cx)).nic);
  // The customer pays from the moment that the server serves, not from the moment of the order.
  const until = boundary(now, server.billing_cycle);
  const discounts = server.discount > 0n ? [discountOf(server.discount, now, until)] : [];
  if (server.has_addons) await deliverWithServer(cx, { serverId, orderId, from: now, until });
  const activation = sql`
    with service as (
      update services set status = ${serverLife.next(server.status, 'activate')}, activated_at = ${now}, billing_anchor = ${now},
        expiry_at = ${until}, discounts = ${JSON.stringify(discounts)} where id = ${serverId}),
    details as (
      update server_details set power = 'running', boot_id = ${bootIdIn(cx.memory.wait)}, ssh_host = ${ssh.host}, ssh_port = ${ssh.port},
        updated_at = clock_timestamp() where id = ${serverId}),
    line as (update order_lines set period_from = ${now}, period_to = ${until} where id = ${lineId}),
    period as (
      insert into service_periods (service_id, period_from, period_to, order_line_id, state, created_at, paid_at)
      values (${serverId}, ${now}, ${until}, ${lineId}, 'paid', ${now}, ${now}))
    ${auditInsert(auditLine(cx, 'server.activated', { kind: 'server', id: serverId }, { order: orderId }))}`;
  await atCommit(cx.db, { compile: () => activation.compile(cx.db) });
}

const discountOf = (net: bigint, from: Date, to: Date) => ({
  net: String(net),
  from: from.toISOString(),
  to: to.toISOString(),
});

const bootIdIn = (answer: unknown): string | null => (typeof answer === 'string' ? answer : null);
