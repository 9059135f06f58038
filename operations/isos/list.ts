import { type LoadedIso, pageOfIsos } from '@innkeeper/db/tables/isos';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';

/** The caller's own files and the operator's, newest first, a page of them and their total. */
export function listIsos(
  cx: Cx<Customer>,
  input: { page: number; perPage: number },
): Promise<{ rows: LoadedIso[]; total: number }> {
  return pageOfIsos(cx.db, { accountId: cx.actor.accountId, ...input });
}
