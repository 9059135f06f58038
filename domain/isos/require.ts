import { shareIso } from '@innkeeper/db/tables/isos';
import { Failure, invalid } from '@innkeeper/model/failures';
import type { MutatingCx } from '../context.ts';

/**
 * An ISO that a request names for a drive: whole, the caller's or the operator's, and not deleted while the request lasts.
 * Throws `validation` under the field, `not_yours`.
 */
export async function requireIso(cx: MutatingCx, id: number, field: string): Promise<void> {
  const iso = await shareIso(cx.db, id);
  if (!iso) throw invalid(field, 'There is no such ISO.');
  if (iso.account_id !== null && iso.account_id !== cx.actor.accountId) throw new Failure('not_yours');
  if (iso.status === 'downloading') throw invalid(field, 'This ISO is still being downloaded.');
  if (iso.status === 'failed') throw invalid(field, 'This ISO could not be downloaded.');
}
