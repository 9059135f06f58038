import { type LoadedSshKey, pageOfSshKeys } from '@innkeeper/db/tables/ssh-keys';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';

/** The caller's keys, oldest first: a page of them and how many there are. */
export function listSshKeys(
  cx: Cx<Customer>,
  input: { page: number; perPage: number },
): Promise<{ rows: LoadedSshKey[]; total: number }> {
  return pageOfSshKeys(cx.db, { accountId: cx.actor.accountId, ...input });
}
