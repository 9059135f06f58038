import { deleteInvitation as removeInvitation } from '@innkeeper/db/tables/invitations';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';

/** Deletes an invitation, and so invalidates its link. */
export async function deleteInvitation(
  cx: MutatingCx<Customer>,
  { invitation: { id } }: { invitation: { id: number } },
): Promise<void> {
  await removeInvitation(cx.db, id);
  await audit(cx, 'deleteInvitation', { kind: 'invitation', id });
}
