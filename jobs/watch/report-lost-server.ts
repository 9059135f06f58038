import { stopRenewals, wasRestoredSince } from '@innkeeper/db/recovery/services';
import type { Server } from '@innkeeper/db/schema';
import { alertKeyOf, alertOnce } from '@innkeeper/db/tables/alerts';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { days } from '@innkeeper/model/time/clock';

/**
 * Time in milliseconds after `restore finish` in which a missing machine may have been terminated after the backup. A node that stayed away
 * longer must be looked at by a person first.
 */
const RESTORE_SUSPECT_MS = days(7);

/**
 * Opens an alert for a server whose machine no longer exists. Turns off its automatic renewal if nothing changed it since a restore, because
 * it may have been terminated after the backup. `restore finish` does this for its own node, and the watch for the others.
 */
export async function reportLostServer(
  cx: MutatingCx,
  server: Pick<Server, 'id' | 'account_id' | 'hostname' | 'updated_at'>,
): Promise<void> {
  const resource = { kind: 'server', id: server.id };
  const since = new Date(Math.max(server.updated_at.getTime(), cx.clock.now().getTime() - RESTORE_SUSPECT_MS));
  const isSuspect = await wasRestoredSince(cx.db, since);
  // `restore finish` has already recorded the servers of its own node.
  if (isSuspect && (await stopRenewals(cx.db, [server.id])) > 0)
    await audit(cx, 'restore.server-lost', { ...resource, accountId: server.account_id });
  const cause = isSuspect ? ' It may have been terminated after the backup that was restored. Its automatic renewal is off.' : '';
  const message = `The machine of server ${server.id} (${server.hostname}) no longer exists on its host.${cause} Tell its owner to restore a backup on a new server. Then end this one with ./innkeeper server repair ${server.id} --end-lost.`;
  await alertOnce(cx.db, { kind: 'server_lost', key: alertKeyOf(resource), resource, message });
}
