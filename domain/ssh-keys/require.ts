import { findSshKeys } from '@innkeeper/db/tables/ssh-keys';
import { Failure, invalid } from '@innkeeper/model/failures';
import type { Cx } from '../context.ts';

/**
 * The keys that a request names in its body are the caller's. Throws `validation` at the place of an absent one
 * (`ssh_keys.0`), `not_yours` for another account's.
 */
export async function requireSshKeys(cx: Cx, ids: readonly number[], field: string): Promise<void> {
  if (ids.length === 0) return;
  const ownerOf = new Map((await findSshKeys(cx.db, ids)).map((key) => [key.id, key.account_id]));
  for (const [i, id] of ids.entries()) {
    const owner = ownerOf.get(id);
    if (owner === undefined) throw invalid(`${field}.${i}`, 'There is no such SSH key.');
    if (owner !== cx.actor.accountId) throw new Failure('not_yours');
  }
}
