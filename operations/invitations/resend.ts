import { type Invitation, loadInvitation } from '@innkeeper/db/tables/invitations';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { beginMemberChange } from '@innkeeper/domain/members/change';
import { refuseTooManyInvitations, renewedInvitation } from '@innkeeper/domain/members/invite';
import { refuseIfFull } from '@innkeeper/domain/members/limit';

/**
 * Sends a new link with the validity period of a new invitation, and invalidates the previous link. Throws `wrong_state` if a limit on
 * members or invitations is reached, and the errors of `beginMemberChange`.
 */
export async function resendInvitation(
  cx: MutatingCx<Customer>,
  { invitation: { id } }: { invitation: { id: number } },
): Promise<Invitation> {
  const { role } = await loadInvitation(cx.db, id);
  const inviter = await beginMemberChange(cx, 'manage-members', role);
  // An expired invitation does not count towards the limit, so check again that a slot is free.
  await refuseIfFull(cx, inviter.account_id, id);
  await refuseTooManyInvitations(cx);
  await audit(cx, 'resendInvitation', { kind: 'invitation', id });
  return renewedInvitation(cx, inviter, id);
}
