import { type Passkey, updatePasskey as update } from '@innkeeper/db/tables/passkeys';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';

/** Renames a passkey. */
export async function updatePasskey(
  cx: MutatingCx<Customer>,
  { passkey: { id }, name }: { passkey: Pick<Passkey, 'id'>; name: string },
): Promise<Passkey> {
  const passkey = await update(cx.db, id, { name });
  await audit(cx, 'updatePasskey', { kind: 'passkey', id }, { name });
  return passkey;
}
