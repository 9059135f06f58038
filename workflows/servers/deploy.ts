/**
 * Builds a paid server: network port, disk and first boot. The server is active once its guest answers. If it cannot be built, everything
 * is removed, the money is refunded, and server and order record the reason.
 */

import type { Server } from '@innkeeper/db/schema';
import { auditInsert } from '@innkeeper/db/tables/audit';
import { mailsDueInsert } from '@innkeeper/db/tables/mails-due';
import { atCommit } from '@innkeeper/db/transaction';
import { activateAddonsOfServer } from '@innkeeper/domain/addons/deliver';
import { auditLine } from '@innkeeper/domain/audit';
import { releaseDeploy } from '@innkeeper/domain/orders/release-deploy';
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import type { NicSpec } from '@innkeeper/engine/nic';
import { MAIL_FACTS } from '@innkeeper/model/mail/facts';
import { boundary } from '@innkeeper/model/pricing/period';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { REFUND_REASONS } from '@innkeeper/model/services/refund-reasons';
import { serviceLifecycle } from '@innkeeper/model/states/server';
import { hours, minutes } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { defineWorkflow, type EndContext, type StepContext } from '../define.ts';
import { dropFetched, fetchCopy } from '../steps/copy-files.ts';
import { applyFirewallsFor } from '../steps/firewalls.ts';
import { bringSource } from '../steps/image-files.ts';
import { machineSpec } from '../steps/machine-spec.ts';
import { waitForIsos } from '../steps/media.ts';
import { showBooting, waitForGuest } from '../steps/server.ts';

type Input = InputOf<'server.deploy'>;
type Cx = StepContext<Input>;

export const serverDeploy = defineWorkflow<Input>({
  kind: 'server.deploy',
  failureMessage: REFUND_REASONS.not_built,
  steps: [
    { name: 'network', run: plugIn, undo: unplug, joinsNext: true, attempts: 5, deadlineMs: minutes(3) },
    {
      name: 'copy',
      needed: needsFiles,
      run: bringFiles,
      undo: removeMachineAndCopy,
      attempts: 10,
      deadlineMs: hours(6),
    },
    { name: 'disk', run: makeDisk, undo: removeMachine, attempts: 5, deadlineMs: minutes(10) },
    { name: 'boot', run: boot, undo: powerOff, joinsNext: true, ...showBooting, attempts: 4, deadlineMs: minutes(5) },
    // A Debian guest alone on a host takes up to 45 s under software emulation, and minutes on a crowded host.
    { name: 'wait', run: waitForGuest, undo: { why: 'it only looks' }, attempts: 20, deadlineMs: minutes(10) },
  ],
  finish,
  undone: (cx, why) => releaseDeploy(cx, cx.input, why),
});

/**
 * Reads the specification once per run, because a server does not change while it is being built. Reads it again after the step `copy`,
 * because ISOs of the server may arrive until then.
 */
const specOf = (cx: Pick<Cx, 'db' | 'input' | 'memory' | 'settings' | 'memoize'>) =>
  cx.memoize('copy' in cx.memory ? 'spec' : 'spec without ISOs', () =>
    machineSpec(cx.db, cx.input.serverId, cx.settings.dnsResolvers),
  );

/** Attaches the network card once per run and returns it as attached. Attaching is idempotent, so another run gets the same card. */
const plugOf = async (cx: Cx, nic: NicSpec) => cx.memoize('plug', () => cx.engine.network.attach(nic));

/** Applies the firewalls before the network card is attached, and therefore before the first packet. */
async function plugIn(cx: Cx) {
  const { nic, nodeId, firewalled } = await specOf(cx);
  if (firewalled) await applyFirewallsFor(cx, nodeId, cx.input);
  await plugOf(cx, nic);
  return undefined;
}

async function unplug(cx: Cx) {
  await cx.engine.network.detach(machineIdOf(cx.input.serverId));
}

async function needsFiles(cx: Cx): Promise<boolean> {
  const { sourceCopyId, drives, machine } = await specOf(cx);
  if (sourceCopyId !== null || drives.primary !== null || drives.secondary !== null) return true;
  return cx.engine.imageFiles.lacks(machine.source);
}

/**
 * Waits for the ISOs of the server, which the step `disk` inserts. Then fetches the file of its image, or creates the disk if the server was
 * ordered from a snapshot or backup.
 */
async function bringFiles(cx: Cx) {
  const { sourceCopyId, drives, nodeId, machine: ordered } = await specOf(cx);
  const waits = await waitForIsos(cx, drives, nodeId);
  if (waits) return waits;
  if (sourceCopyId === null) return void (await bringSource(cx, ordered.source));
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
  // The file may be gone again: a newer one replaced it, or somebody deleted it.
  if (await cx.engine.imageFiles.lacks(machine.source)) await bringSource(cx, machine.source);
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
  const { rows } = await sql<Pick<Server, 'status' | 'billing_cycle' | 'account_id'> & { discount: bigint; has_addons: boolean }>`
    select status, billing_cycle, account_id, (select discount from order_lines where id = ${lineId}),
      exists (select from services where parent_id = ${serverId}) as has_addons
    from servers where id = ${serverId} for update`.execute(cx.db);
  const [server] = rows;
  if (!server) return;
  const now = cx.clock.now();
  const ssh = cx.engine.network.sshEndpoint((await specOf(cx)).nic);
  // The paid period starts when the server is active, and not with the order.
  const until = boundary(now, server.billing_cycle);
  const discounts = server.discount > 0n ? [discountOf(server.discount, now, until)] : [];
  if (server.has_addons) await activateAddonsOfServer(cx, { serverId, orderId, from: now, until });
  const ready = { kind: 'server-ready', account_id: server.account_id, order_id: orderId, ids: [serverId] };
  const activation = sql`
    with service as (
      update services set status = ${serviceLifecycle.next(server.status, 'activate')}, activated_at = ${now}, billing_anchor = ${now},
        expiry_at = ${until}, discounts = ${JSON.stringify(discounts)} where id = ${serverId}),
    details as (
      update server_details set power = 'running', boot_id = ${bootIdIn(cx.memory.wait)}, ssh_host = ${ssh.host}, ssh_port = ${ssh.port},
        updated_at = clock_timestamp() where id = ${serverId}),
    line as (update order_lines set period_from = ${now}, period_to = ${until} where id = ${lineId}),
    period as (
      insert into service_periods (service_id, period_from, period_to, order_line_id, state, created_at, paid_at)
      values (${serverId}, ${now}, ${until}, ${lineId}, 'paid', ${now}, ${now})),
    mail as (${mailsDueInsert([{ ...ready, created_at: now, due_at: new Date(now.getTime() + MAIL_FACTS['server-ready']) }])})
    ${auditInsert(auditLine(cx, 'server.activated', { kind: 'server', id: serverId }, { order: orderId }))}`;
  await atCommit(cx.db, { compile: () => activation.compile(cx.db) });
}

const discountOf = (net: bigint, from: Date, to: Date) => ({
  net: String(net),
  from: from.toISOString(),
  to: to.toISOString(),
});

const bootIdIn = (answer: unknown): string | null => (typeof answer === 'string' ? answer : null);
