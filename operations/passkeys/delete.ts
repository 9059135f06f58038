import { type Passkey, deletePasskey as remove } from '@innkeeper/db/tables/passkeys';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { notifyOfPasskey } from '@innkeeper/domain/passkeys/mail';

/**
 * Removes a passkey and notifies the user by mail. An authenticator app stays enabled, so removing a passkey does not remove the second
 * factor.
 */
export async function deletePasskey(cx: MutatingCx<Customer>, { passkey }: { passkey: Passkey }): Promise<void> {
  const { id, name } = passkey;
  await remove(cx.db, id);
  await audit(cx, 'deletePasskey', { kind: 'passkey', id }, { name });
  await notifyOfPasskey(cx, 'passkey-removed', passkey);
}
