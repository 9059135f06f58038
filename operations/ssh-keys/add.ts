import { countSshKeysHeld, insertSshKey, type LoadedSshKey, loadSshKey } from '@innkeeper/db/tables/ssh-keys';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { invalid } from '@innkeeper/model/failures';
import { parseSshKey } from '@innkeeper/model/ssh-key';

/**
 * Throws `validation` under `key` when sshd would not accept it, when the account has it already, or has as many keys as it may.
 */
export async function addSshKey(cx: MutatingCx<Customer>, input: { name: string; key: string }): Promise<LoadedSshKey> {
  const { fingerprint, line } = parseSshKey(input.key);
  const most = cx.settings.sshKeysPerAccount;
  if ((await countSshKeysHeld(cx.db, cx.actor.accountId)) >= most) {
    throw invalid('key', `An account can have at most ${most} SSH keys. Delete one first.`);
  }
  const id = await insertSshKey(cx.db, {
    account_id: cx.actor.accountId,
    name: input.name,
    fingerprint,
    public_key: line,
    created_at: cx.clock.now(),
  });
  if (id === undefined) throw invalid('key', 'This key is already in the account.');
  await audit(cx, 'addSshKey', { kind: 'ssh_key', id }, { fingerprint });
  return loadSshKey(cx.db, id);
}
