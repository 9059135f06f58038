/** Ends services whose grace period is over. */
import type { Service } from '@innkeeper/db/schema';
import { findCopySince } from '@innkeeper/db/tables/copies';
import { lockOrders } from '@innkeeper/db/tables/orders';
import { lockServer } from '@innkeeper/db/tables/servers';
import { childrenOf, findCancelRequest } from '@innkeeper/db/tables/services';
import { VOID_REASONS } from '@innkeeper/model/services/void-reasons';
import type { MutatingCx } from '../context.ts';
import { backupName } from '../copies/backup-name.ts';
import { createCopy } from '../copies/create.ts';
import { addMailsDue } from '../mail/due.ts';
import { takeOutOfRenewals } from '../orders/take-out-services.ts';
import { postponeToLastEnd } from '../renewals/last-end.ts';
import { endService } from '../service-types/lifecycle.ts';

/**
 * Ends a service. Takes it and its addons out of unpaid renewals first, because they could no longer be delivered. The caller has locked
 * `service`.
 *
 * A server with the backups addon is backed up first, and ends once that backup exists. A failed backup opens an alert and is retried, so
 * that no disk is lost.
 */
export async function endPermanently(cx: MutatingCx, service: Service): Promise<void> {
  const children = await childrenOf(cx.db, service.id);
  if (children.some(({ key }) => key === 'backups') && (await backUpFirst(cx, service))) return;
  const isUnpaidEnd = !(await findCancelRequest(cx.db, service.id));
  await leaveRenewals(cx, [service.id, ...children.map(({ id }) => id)], { isUnpaidEnd });
  await endService(cx, service);
  // The workflow of a server queues the mail when the disk is gone.
  if (service.type !== 'server' && isUnpaidEnd)
    await addMailsDue(cx, { kind: 'services-ended', accountId: service.account_id, ids: [service.id] });
}

/**
 * Takes services that end out of their unpaid renewals. Other services of such an order can be paid until the last of them ends. An
 * order of which no line is left is cancelled.
 */
export async function leaveRenewals(cx: MutatingCx, serviceIds: readonly number[], { isUnpaidEnd = false } = {}): Promise<void> {
  const changed = await takeOutOfRenewals(cx, { serviceIds, reason: VOID_REASONS.ended, isUnpaidEnd });
  for (const order of await lockOrders(cx.db, changed))
    if (order.status === 'awaiting_payment' && order.due_at && order.due_at <= cx.clock.now())
      await postponeToLastEnd(cx, order, { isReduced: true });
}

/** Starts the last backup if it does not exist yet. Returns whether the end has to wait for the backup. */
async function backUpFirst(cx: MutatingCx, service: Service): Promise<boolean> {
  if (service.type !== 'server' || !service.suspended_at) return false;
  const server = await lockServer(cx.db, service.id);
  if (!server || server.power === 'absent' || (await findCopySince(cx.db, server.id, 'last', service.suspended_at))) return false;
  const name = backupName(server.hostname, cx.clock.now(), cx.settings.timeZone);
  await createCopy(cx, server, { kind: 'backup', name, origin: 'last', action: 'backup.last' });
  return true;
}
