import { type LoadedIso, pageOfIsos } from '@innkeeper/db/tables/isos';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';

/** Returns a page of the caller's and the operator's files, newest first, and their total count. */
export function listIsos(
  cx: Cx<Customer>,
  input: { page: number; perPage: number },
): Promise<{ rows: LoadedIso[]; total: number }> {
  return pageOfIsos(cx.db, { accountId: cx.actor.accountId, ...input });
}
