import { type Invitation, loadInvitation } from '@innkeeper/db/tables/invitations';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { beginMemberChange } from '@innkeeper/domain/members/change';
import { refuseTooManyInvitations, renewedInvitation } from '@innkeeper/domain/members/invite';
import { refuseIfFull } from '@innkeeper/domain/members/limit';

/** Sends a new link, valid for as long as that of a new invitation. Throws what `createInvitation` throws for too many. */
export async function resendInvitation(
  cx: MutatingCx<Customer>,
  { invitation: { id } }: { invitation: { id: number } },
): Promise<Invitation> {
  const { role } = await loadInvitation(cx.db, id);
  const inviter = await beginMemberChange(cx, 'manage-members', role);
  // One that has expired takes a place again.
  await refuseIfFull(cx, inviter.account_id, id);
  await refuseTooManyInvitations(cx);
  await audit(cx, 'resendInvitation', { kind: 'invitation', id });
  return renewedInvitation(cx, inviter, id);
}
