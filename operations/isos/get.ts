import { type LoadedIso, loadIso } from '@innkeeper/db/tables/isos';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { Failure } from '@innkeeper/model/failures';

/** The caller's own or the operator's. Throws `not_found`, `not_yours`. */
export async function getIso(cx: Cx<Customer>, input: { iso: number }): Promise<LoadedIso> {
  const { accountId } = cx.actor;
  const iso = await loadIso(cx.db, input.iso, accountId);
  if (!iso) throw new Failure('not_found');
  if (iso.account_id !== null && iso.account_id !== accountId) throw new Failure('not_yours');
  return iso;
}
