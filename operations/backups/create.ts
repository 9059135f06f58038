import type { Copy, Server } from '@innkeeper/db/schema';
import { findActiveAddon } from '@innkeeper/db/tables/addons';
import type { MutatingCx } from '@innkeeper/domain/context';
import { backupName } from '@innkeeper/domain/copies/backup-name';
import { createCopy } from '@innkeeper/domain/copies/create';
import { Failure } from '@innkeeper/model/failures';

/**
 * Makes a backup of a server without stopping it. The backup is listed once it is complete. Throws `not_found`, `not_yours`, `locked`,
 * `wrong_state` (also without the backups addon), `no_capacity`.
 */
export async function createBackup(cx: MutatingCx, input: { server: Server }): Promise<Copy> {
  const { server } = input;
  if (!(await findActiveAddon(cx.db, server.id, 'backups')))
    throw new Failure('wrong_state', { message: 'This server does not have the backups addon. Order the addon first.' });
  const name = backupName(server.hostname, cx.clock.now(), cx.settings.timeZone);
  return createCopy(cx, server, { kind: 'backup', name, origin: 'customer', action: 'createBackup' });
}
