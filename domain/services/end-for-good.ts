/** The end of a service whose grace period is over. */
import type { Service } from '@innkeeper/db/schema';
import { findCopySince } from '@innkeeper/db/tables/copies';
import { lockServer } from '@innkeeper/db/tables/servers';
import { childrenOf } from '@innkeeper/db/tables/services';
import type { MutatingCx } from '../context.ts';
import { backupName } from '../copies/backup-name.ts';
import { createCopy } from '../copies/create.ts';
import { cancelWaitingRenewals } from '../orders/cancel-renewals.ts';
import { endService } from './lifecycle.ts';

/**
 * A server with the backups addon is backed up first: it ends once that backup is there, so that a backup that fails (which alerts the
 * operator, and is tried again) loses no disk. Orders that would renew it are cancelled before it ends, since nothing could be
 * delivered for them any more. `service` is locked by the caller.
 */
export async function endForGood(cx: MutatingCx, service: Service): Promise<void> {
  const children = await childrenOf(cx.db, service.id);
  if (children.some(({ key }) => key === 'backups') && (await backUpFirst(cx, service))) return;
  await cancelWaitingRenewals(cx, [service.id, ...children.map(({ id }) => id)], {
    reason: 'The service that this order would have renewed has ended.',
  });
  await endService(cx, service);
}

/** Returns whether it has to be waited for. */
async function backUpFirst(cx: MutatingCx, service: Service): Promise<boolean> {
  if (service.type !== 'server' || !service.suspended_at) return false;
  const server = await lockServer(cx.db, service.id);
  if (!server || server.power === 'absent' || (await findCopySince(cx.db, server.id, 'last', service.suspended_at))) return false;
  const name = backupName(server.hostname, cx.clock.now(), cx.settings.timeZone);
  await createCopy(cx, server, { kind: 'backup', name, origin: 'last', action: 'backup.last' });
  return true;
}
