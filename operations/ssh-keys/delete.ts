import type { SshKey } from '@innkeeper/db/schema';
import { deleteSshKey as removeSshKey } from '@innkeeper/db/tables/ssh-keys';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';

/** Deletes a key from the account. Servers that have the key keep it. */
export async function deleteSshKey(cx: MutatingCx, { sshKey: key }: { sshKey: SshKey }): Promise<void> {
  await removeSshKey(cx.db, key.id);
  await audit(cx, 'deleteSshKey', { kind: 'ssh_key', id: key.id }, { fingerprint: key.fingerprint });
}
