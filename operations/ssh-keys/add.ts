import { insertSshKey, type LoadedSshKey, loadSshKey, lockAndCountSshKeys } from '@innkeeper/db/tables/ssh-keys';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { invalid } from '@innkeeper/model/failures';
import { parseSshKey } from '@innkeeper/model/ssh-key';

/**
 * Adds an SSH key. Throws `validation` for `key` if sshd would not accept it, if the account already has it, or if the account has the
 * maximum number of keys.
 */
export async function addSshKey(cx: MutatingCx<Customer>, input: { name: string; key: string }): Promise<LoadedSshKey> {
  const { fingerprint, line } = parseSshKey(input.key);
  const max = cx.settings.sshKeysPerAccount;
  if ((await lockAndCountSshKeys(cx.db, cx.actor.accountId)) >= max) {
    throw invalid('key', `An account can have at most ${max} SSH keys. Delete one first.`);
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
