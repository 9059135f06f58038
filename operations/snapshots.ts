/** Snapshots of servers. */
import { pageOfCopies } from '@innkeeper/db/tables/copies';
import type { MutatingCx, RequestCx } from '@innkeeper/domain/context';
import { createCopy } from '@innkeeper/domain/copies/create';
import { deleteByCustomer } from '@innkeeper/domain/copies/delete-by-customer';
import { copiesRequest, presentCopies } from '@innkeeper/present/copy';
import { page } from '@innkeeper/present/page';
import type { Input, Reply } from './define.ts';

/** Lists the complete snapshots of all servers of the caller, newest first by default. */
export async function listSnapshots(cx: RequestCx, { query }: Input<'listSnapshots'>): Promise<Reply<'listSnapshots'>> {
  const { timeZone } = cx.settings;
  const { accountId } = cx.actor;
  const snapshots = await pageOfCopies(cx.db, { accountId, kind: 'snapshot', timeZone, ...copiesRequest(query) });
  return page(cx.url, query, snapshots, presentCopies(timeZone));
}

/**
 * Takes a snapshot of a server while it keeps running. The snapshot is listed once it is complete. Throws `not_found`, `not_yours`,
 * `locked`, `wrong_state` and `no_capacity`.
 */
export async function createSnapshot(
  cx: MutatingCx,
  { server, body: { name } }: Input<'createSnapshot'>,
): Promise<Reply<'createSnapshot'>> {
  const copy = await createCopy(cx, server, { kind: 'snapshot', name, origin: 'customer', action: 'createSnapshot' });
  return presentCopies(cx.settings.timeZone)(copy);
}

/** Deletes a snapshot permanently. Throws `locked` while it is being created or used. */
export const deleteSnapshot = deleteByCustomer('snapshot', 'deleteSnapshot');
