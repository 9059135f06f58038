/** Backups of servers, which customers and a weekly job make. */
import { findActiveAddon } from '@innkeeper/db/tables/addons';
import { pageOfCopies } from '@innkeeper/db/tables/copies';
import type { MutatingCx, RequestCx } from '@innkeeper/domain/context';
import { backupName } from '@innkeeper/domain/copies/backup-name';
import { createCopy } from '@innkeeper/domain/copies/create';
import { deleteByCustomer } from '@innkeeper/domain/copies/delete-by-customer';
import { Failure } from '@innkeeper/model/failures';
import { copiesRequest, presentCopies } from '@innkeeper/present/copy';
import { page } from '@innkeeper/present/page';
import type { Input, Reply } from './define.ts';

/** Lists the complete backups of all servers of the caller, newest first by default. */
export async function listBackups(cx: RequestCx, { query }: Input<'listBackups'>): Promise<Reply<'listBackups'>> {
  const { timeZone } = cx.settings;
  const { accountId } = cx.actor;
  const backups = await pageOfCopies(cx.db, { accountId, kind: 'backup', timeZone, ...copiesRequest(query) });
  return page(cx.url, query, backups, presentCopies(timeZone));
}

/**
 * Makes a backup of a server without stopping it. The backup is listed once it is complete. Throws `not_found`, `not_yours`, `locked`,
 * `wrong_state` (also without the backups addon), `no_capacity`.
 */
export async function createBackup(cx: MutatingCx, { server }: Input<'createBackup'>): Promise<Reply<'createBackup'>> {
  const { timeZone } = cx.settings;
  if (!(await findActiveAddon(cx.db, server.id, 'backups')))
    throw new Failure('wrong_state', { message: 'This server does not have the backups addon. Order the addon first.' });
  const name = backupName(server.hostname, cx.clock.now(), timeZone);
  const copy = await createCopy(cx, server, { kind: 'backup', name, origin: 'customer', action: 'createBackup' });
  return presentCopies(timeZone)(copy);
}

/** Deletes a backup permanently. Throws `locked` while it is being created or used. */
export const deleteBackup = deleteByCustomer('backup', 'deleteBackup');
