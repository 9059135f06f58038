import { type LoadedSshKey, pageOfSshKeys } from '@innkeeper/db/tables/ssh-keys';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';

/** Returns a page of the caller's keys, oldest first, and their total count. */
export function listSshKeys(
  cx: Cx<Customer>,
  input: { page: number; perPage: number },
): Promise<{ rows: LoadedSshKey[]; total: number }> {
  return pageOfSshKeys(cx.db, { accountId: cx.actor.accountId, ...input });
}
