import { findSshKey, type LoadedSshKey, updateSshKey as writeSshKey } from '@innkeeper/db/tables/ssh-keys';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { ownedBy } from '@innkeeper/domain/own';
import { invalid } from '@innkeeper/model/failures';
import { parseSshKey } from '@innkeeper/model/ssh-key';

export interface UpdateSshKey {
  sshKey: number;
  name?: string | undefined;
  key?: string | undefined;
}

/** Changes the name, the key or both; servers keep what was written into them. Throws `not_found`, `not_yours`, `validation`. */
export async function updateSshKey(cx: MutatingCx, input: UpdateSshKey): Promise<LoadedSshKey> {
  const before = ownedBy(cx, await findSshKey(cx.db, input.sshKey));
  const parsed = input.key === undefined ? undefined : parseSshKey(input.key);
  if (input.name === undefined && !parsed) return before;
  const written = await writeSshKey(cx.db, before.id, {
    ...(input.name !== undefined && { name: input.name }),
    ...(parsed && { fingerprint: parsed.fingerprint, public_key: parsed.line }),
  });
  if (!written) throw invalid('key', 'This key is in the account already.');
  const after = ownedBy(cx, await findSshKey(cx.db, before.id));
  const changed = { name: after.name !== before.name, key: after.public_key !== before.public_key };
  await audit(cx, 'updateSshKey', { kind: 'ssh_key', id: after.id }, changed);
  return after;
}
