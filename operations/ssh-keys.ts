/** Public keys of an account. Servers keep the key that was installed, whatever happens to it here. */
import {
  insertSshKey,
  loadSshKey,
  lockAndCountSshKeys,
  pageOfSshKeys,
  deleteSshKey as removeSshKey,
  updateSshKey as writeSshKey,
} from '@innkeeper/db/tables/ssh-keys';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { Cx, MutatingCx, RequestCx } from '@innkeeper/domain/context';
import { invalid } from '@innkeeper/model/failures';
import { parseSshKey } from '@innkeeper/model/people/ssh-key';
import { page, pageRequest } from '@innkeeper/present/page';
import { presentSshKey } from '@innkeeper/present/ssh-key';
import type { Input, Reply } from './define.ts';

/** Returns a key with the servers that have it. */
export async function getSshKey(_cx: Cx, { sshKey }: Input<'getSshKey'>): Promise<Reply<'getSshKey'>> {
  return presentSshKey(sshKey);
}

/** Returns a page of the caller's keys, oldest first. */
export async function listSshKeys(cx: RequestCx, { query }: Input<'listSshKeys'>): Promise<Reply<'listSshKeys'>> {
  const keys = await pageOfSshKeys(cx.db, { accountId: cx.actor.accountId, ...pageRequest(query) });
  return page(cx.url, query, keys, presentSshKey);
}

/** Adds an SSH key. Throws `validation` for a `key` that sshd would not accept or the account already has, and at the maximum of keys. */
export async function addSshKey(cx: MutatingCx<Customer>, { body }: Input<'addSshKey'>): Promise<Reply<'addSshKey'>> {
  const { fingerprint, line } = parseSshKey(body.key);
  const max = cx.settings.sshKeysPerAccount;
  if ((await lockAndCountSshKeys(cx.db, cx.actor.accountId)) >= max) {
    throw invalid('key', `An account can have at most ${max} SSH keys. Delete one first.`);
  }
  const id = await insertSshKey(cx.db, {
    account_id: cx.actor.accountId,
    name: body.name,
    fingerprint,
    public_key: line,
    created_at: cx.clock.now(),
  });
  if (id === undefined) throw invalid('key', 'This key is already in the account.');
  await audit(cx, 'addSshKey', { kind: 'ssh_key', id }, { fingerprint });
  return presentSshKey(await loadSshKey(cx.db, id));
}

/** Changes the name, the key or both. Throws `validation`. */
export async function updateSshKey(
  cx: MutatingCx,
  { sshKey: before, body }: Input<'updateSshKey'>,
): Promise<Reply<'updateSshKey'>> {
  const parsed = body.key === undefined ? undefined : parseSshKey(body.key);
  if (body.name === undefined && !parsed) return presentSshKey(await loadSshKey(cx.db, before.id));
  const written = await writeSshKey(cx.db, before.id, {
    ...(body.name !== undefined && { name: body.name }),
    ...(parsed && { fingerprint: parsed.fingerprint, public_key: parsed.line }),
  });
  if (!written) throw invalid('key', 'This key is already in the account.');
  const after = await loadSshKey(cx.db, before.id);
  const changed = { name: after.name !== before.name, key: after.public_key !== before.public_key };
  await audit(cx, 'updateSshKey', { kind: 'ssh_key', id: after.id }, changed);
  return presentSshKey(after);
}

/** Deletes a key from the account. */
export async function deleteSshKey(cx: MutatingCx, { sshKey }: Input<'deleteSshKey'>): Promise<void> {
  await removeSshKey(cx.db, sshKey.id);
  await audit(cx, 'deleteSshKey', { kind: 'ssh_key', id: sshKey.id }, { fingerprint: sshKey.fingerprint });
}
