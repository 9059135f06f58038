import { findSshKey, type LoadedSshKey } from '@innkeeper/db/tables/ssh-keys';
import type { Cx } from '@innkeeper/domain/context';
import { ownedBy } from '@innkeeper/domain/own';

/** Throws `not_found`, `not_yours`. */
export async function getSshKey(cx: Cx, input: { sshKey: number }): Promise<LoadedSshKey> {
  return ownedBy(cx, await findSshKey(cx.db, input.sshKey));
}
