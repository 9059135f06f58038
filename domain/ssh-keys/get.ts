import { findSshKey, type LoadedSshKey } from '@innkeeper/db/tables/ssh-keys';
import type { Cx } from '../context.ts';
import { ownedBy } from '../own.ts';

/** Throws `not_found`, `not_yours`. */
export async function getSshKey(cx: Cx, input: { sshKey: number }): Promise<LoadedSshKey> {
  return ownedBy(cx, await findSshKey(cx.db, input.sshKey));
}
