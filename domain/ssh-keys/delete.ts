import { findSshKey, deleteSshKey as removeSshKey } from '@innkeeper/db/tables/ssh-keys';
import type { MutatingCx } from '../context.ts';
import { ownedBy } from '../own.ts';
import { record } from '../record.ts';

/** Forgets a key; servers that were built with it go on taking it. Throws `not_found`, `not_yours`. */
export async function deleteSshKey(cx: MutatingCx, input: { sshKey: number }): Promise<void> {
  const key = ownedBy(cx, await findSshKey(cx.db, input.sshKey));
  await removeSshKey(cx.db, key.id);
  await record(cx, 'deleteSshKey', { kind: 'ssh_key', id: key.id }, { fingerprint: key.fingerprint });
}
