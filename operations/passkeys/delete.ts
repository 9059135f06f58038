import { type Passkey, deletePasskey as remove } from '@innkeeper/db/tables/passkeys';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { tellOfPasskey } from '@innkeeper/domain/passkeys/mail';

/**
 * Removes a passkey, and tells the user by mail. An authenticator app asks for its code as before, so this takes no second factor away from who
 * has enabled one.
 */
export async function deletePasskey(cx: MutatingCx<Customer>, { passkey }: { passkey: Passkey }): Promise<void> {
  const { id, name } = passkey;
  await remove(cx.db, id);
  await audit(cx, 'deletePasskey', { kind: 'passkey', id }, { name });
  await tellOfPasskey(cx, 'passkey-removed', passkey);
}
