import { findSshKey, deleteSshKey as removeSshKey } from '@innkeeper/db/tables/ssh-keys';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { ownedBy } from '@innkeeper/domain/own';

/** Forgets a key; servers that were built with it go on taking it. Throws `not_found`, `not_yours`. */
export async function deleteSshKey(cx: MutatingCx, input: { sshKey: number }): Promise<void> {
  const key = ownedBy(cx, await findSshKey(cx.db, input.sshKey));
  await removeSshKey(cx.db, key.id);
  await audit(cx, 'deleteSshKey', { kind: 'ssh_key', id: key.id }, { fingerprint: key.fingerprint });
}
