import type { Invitation } from '@innkeeper/db/tables/invitations';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { beginMemberChange } from '@innkeeper/domain/members/change';
import { refuseTooManyInvitations, renewedInvitation } from '@innkeeper/domain/members/invite';

/** With a new link, for as long as a new one. Throws what `createInvitation` throws for too many. */
export async function resendInvitation(
  cx: MutatingCx<Customer>,
  { invitation: { id } }: { invitation: { id: number } },
): Promise<Invitation> {
  const inviter = await beginMemberChange(cx, 'manage-members');
  await refuseTooManyInvitations(cx);
  await audit(cx, 'resendInvitation', { kind: 'invitation', id });
  return renewedInvitation(cx, inviter, id);
}
