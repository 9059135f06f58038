import { deleteIdentityProvider as remove } from '@innkeeper/db/tables/identity-providers';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { beginMemberChange } from '@innkeeper/domain/members/change';
import { requireIdentityProvider } from './view.ts';

/**
 * Deletes the identity provider, ends its sessions, and releases its domains for other accounts. Throws `wrong_state` if there is no
 * provider, and the errors of `beginMemberChange`.
 */
export async function deleteIdentityProvider(cx: MutatingCx<Customer>): Promise<void> {
  await beginMemberChange(cx, 'manage-members');
  const { id, issuer } = await requireIdentityProvider(cx);
  await remove(cx.db, id);
  await audit(cx, 'deleteIdentityProvider', { kind: 'identity_provider', id }, { issuer });
}
