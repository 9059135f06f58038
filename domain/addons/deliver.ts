/**
 * Starts addons: together with a new server, or immediately if the server already exists. An alert asks the operator to deliver manual
 * addons.
 */
import { planFirstBackup } from '@innkeeper/db/tables/addons';
import { alertOnce } from '@innkeeper/db/tables/alerts';
import { setOrderLinePeriod } from '@innkeeper/db/tables/orders';
import { childrenOf, lockServices, updateService } from '@innkeeper/db/tables/services';
import { Failure } from '@innkeeper/model/failures';
import { firstBackupAt } from '@innkeeper/model/servers/weekly-backups';
import { serviceLifecycle } from '@innkeeper/model/states/server';
import type { MutatingCx } from '../context.ts';
import type { PaidLine } from '../services/hooks.ts';
import { insertPaidPeriod } from '../services/periods.ts';

/** Activates the addons that were ordered with a server. Their period is that of the server, which starts now. */
export async function activateAddonsOfServer(
  cx: MutatingCx,
  { serverId, orderId, from, until }: { serverId: number; orderId: number; from: Date; until: Date },
): Promise<void> {
  for (const { id, status, key } of await childrenOf(cx.db, serverId)) {
    if (status !== 'processing') continue;
    await updateService(cx.db, id, {
      status: serviceLifecycle.next(status, 'activate'),
      activated_at: from,
      billing_anchor: from,
      expiry_at: until,
    });
    await planBackups(cx, { id, key, serverId });
    const line = await lineOf(cx, orderId, id);
    if (line) {
      await setOrderLinePeriod(cx.db, line.id, from, until);
      await insertPaidPeriod(cx, { serviceId: id, lineId: line.id, from, to: until });
    }
    await alertToDeliver(cx, id, orderId);
  }
}

/**
 * Activates an addon after its order is paid, or waits if its server is not built yet.
 *
 * If the server was renewed after the order, a job then orders the time until the new expiry (jobs/renew-addons.ts). Throws `wrong_state`
 * if the server has ended or the paid period is over.
 */
export async function deliverAddon(cx: MutatingCx, id: number, { orderId, lineId }: PaidLine): Promise<void> {
  const [addon] = await lockServices(cx.db, [id]);
  const [server] = await lockServices(cx.db, [addon?.parent_id ?? 0]);
  if (!addon || !server || addon.status === 'terminated' || server.status === 'terminated')
    throw new Failure('wrong_state', { message: 'The server of this addon is terminated.' });
  const paid = addon.status === 'processing' ? 'processing' : serviceLifecycle.next(addon.status, 'pay');
  if (server.status === 'awaiting_payment' || server.status === 'processing') return updateService(cx.db, id, { status: paid });
  const line = await cx.db
    .selectFrom('order_lines')
    .select(['period_from', 'period_to'])
    .where('id', '=', lineId)
    .executeTakeFirstOrThrow();
  if (line.period_to && line.period_to <= cx.clock.now())
    throw new Failure('wrong_state', { message: 'The period of this order has ended. Order the addon again.' });
  const active = serviceLifecycle.next(paid, 'activate');
  await updateService(cx.db, id, {
    status: server.status === 'suspended' ? serviceLifecycle.next(active, 'suspend') : active,
    activated_at: cx.clock.now(),
    billing_anchor: server.billing_anchor,
    expiry_at: line.period_to,
    suspended_at: server.suspended_at,
  });
  // Suspended servers get no backups, so no backup is planned (jobs/weekly-backups.ts).
  if (server.status !== 'suspended') await planBackups(cx, { id, key: addon.key, serverId: server.id });
  if (line.period_from && line.period_to)
    await insertPaidPeriod(cx, { serviceId: id, lineId, from: line.period_from, to: line.period_to });
  await alertToDeliver(cx, id, orderId);
}

/** Plans the first backup when the addon starts, so that its owner can see the time. Does nothing for other addons. */
async function planBackups(
  { db, clock }: MutatingCx,
  { id, key, serverId }: { id: number; key: string | null; serverId: number },
): Promise<void> {
  if (key === 'backups') await planFirstBackup(db, id, firstBackupAt(serverId, clock.now()));
}

/** Opens an alert for a manual addon, once per order: each change of the quantity has its own order. Does nothing for other addons. */
export async function alertToDeliver(cx: MutatingCx, addonId: number, orderId: number): Promise<void> {
  const addon = await findManualAddon(cx, addonId);
  if (!addon) return;
  const { name, key, quantity, hostname, server_id } = addon;
  const message = `Deliver ${quantity} x ${name} (${key}) to server ${server_id} (${hostname}): order ${orderId} is paid.`;
  await alertOnce(cx.db, {
    kind: 'addon_to_deliver',
    key: `addon:${addonId}:order:${orderId}`,
    resource: { kind: 'server', id: server_id },
    message,
  });
}

/** Opens an alert to withdraw a manual addon that has ended. Does nothing for other addons. */
export async function openRemovalAlert(cx: MutatingCx, addonId: number): Promise<void> {
  const addon = await findManualAddon(cx, addonId);
  if (!addon) return;
  const { name, key, quantity, hostname, server_id } = addon;
  await alertOnce(cx.db, {
    kind: 'addon_to_withdraw',
    key: `addon:${addonId}`,
    resource: { kind: 'server', id: server_id },
    message: `Withdraw ${quantity} x ${name} (${key}) from server ${server_id} (${hostname}): the addon has ended.`,
  });
}

async function findManualAddon({ db }: MutatingCx, addonId: number) {
  const addon = await db
    .selectFrom('addons as a')
    .innerJoin('addon_products as p', 'p.key', 'a.key')
    .innerJoin('server_details as s', 's.id', 'a.server_id')
    .select(['p.name', 'p.bills_only', 'a.key', 'a.quantity', 'a.server_id', 's.hostname'])
    .where('a.id', '=', addonId)
    .executeTakeFirst();
  return addon?.bills_only ? addon : undefined;
}

async function lineOf({ db }: MutatingCx, orderId: number, addonId: number) {
  return db
    .selectFrom('order_lines')
    .select('id')
    .where('order_id', '=', orderId)
    .where('service_type', '=', 'server-addon')
    .where('service_id', '=', addonId)
    .executeTakeFirst();
}
