import type { SshKey } from '@innkeeper/db/schema';
import { type LoadedSshKey, loadSshKey, updateSshKey as writeSshKey } from '@innkeeper/db/tables/ssh-keys';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { invalid } from '@innkeeper/model/failures';
import { parseSshKey } from '@innkeeper/model/ssh-key';

export interface UpdateSshKey {
  sshKey: SshKey;
  name?: string | undefined;
  key?: string | undefined;
}

/** Changes the name, the key or both. Servers keep the key that was installed. Throws `validation`. */
export async function updateSshKey(cx: MutatingCx, input: UpdateSshKey): Promise<LoadedSshKey> {
  const before = input.sshKey;
  const parsed = input.key === undefined ? undefined : parseSshKey(input.key);
  if (input.name === undefined && !parsed) return loadSshKey(cx.db, before.id);
  const written = await writeSshKey(cx.db, before.id, {
    ...(input.name !== undefined && { name: input.name }),
    ...(parsed && { fingerprint: parsed.fingerprint, public_key: parsed.line }),
  });
  if (!written) throw invalid('key', 'This key is already in the account.');
  const after = await loadSshKey(cx.db, before.id);
  const changed = { name: after.name !== before.name, key: after.public_key !== before.public_key };
  await audit(cx, 'updateSshKey', { kind: 'ssh_key', id: after.id }, changed);
  return after;
}
