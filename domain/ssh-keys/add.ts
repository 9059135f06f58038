import { findSshKey, insertSshKey, type LoadedSshKey } from '@innkeeper/db/tables/ssh-keys';
import { invalid } from '@innkeeper/model/failures';
import { parseSshKey } from '@innkeeper/model/ssh-key';
import type { MutatingCx } from '../context.ts';
import { ownedBy } from '../own.ts';
import { record } from '../record.ts';

/** Throws `validation` under `key` when it is no key that sshd takes, or is there already. */
export async function addSshKey(cx: MutatingCx, input: { name: string; key: string }): Promise<LoadedSshKey> {
  const { fingerprint, line } = parseSshKey(input.key);
  const id = await insertSshKey(cx.db, {
    account_id: cx.caller.accountId,
    name: input.name,
    fingerprint,
    public_key: line,
    created_at: cx.clock.now(),
  });
  if (id === undefined) throw invalid('key', 'This key is in the account already.');
  await record(cx, 'addSshKey', { kind: 'ssh_key', id }, { fingerprint });
  return ownedBy(cx, await findSshKey(cx.db, id));
}
