import { deleteInvitation, findInvitationTo, type Invitation, insertInvitation } from '@innkeeper/db/tables/invitations';
import { isMemberAddress } from '@innkeeper/db/tables/members';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { beginMemberChange } from '@innkeeper/domain/members/change';
import { mailTimeOf, newInvitation, refuseTooManyInvitations, sendInvitation } from '@innkeeper/domain/members/invite';
import { refuseIfFull } from '@innkeeper/domain/members/limit';
import { invalid } from '@innkeeper/model/failures';
import type { Role } from '@innkeeper/model/roles';

/**
 * Invites an address, whether or not a user has it.
 *
 * Throws `validation` if the address is a member's or already invited. Throws `wrong_state` if a limit on members or invitations is
 * reached, and the errors of `beginMemberChange`.
 */
export async function createInvitation(
  cx: MutatingCx<Customer>,
  { email, role }: { email: string; role: Exclude<Role, 'owner'> },
): Promise<Invitation> {
  const inviter = await beginMemberChange(cx, 'manage-members', role);
  const { accountId, userId } = cx.actor;
  const now = cx.clock.now();
  if (await isMemberAddress(cx.db, accountId, email))
    throw invalid('email', 'A member of this account already has this address.');
  const before = await findInvitationTo(cx.db, { accountId, email });
  if (before && before.expires_at > now)
    throw invalid('email', 'This address is already invited. Resend the existing invitation.');
  await refuseIfFull(cx, accountId);
  await refuseTooManyInvitations(cx);
  if (before) await deleteInvitation(cx.db, before.id);
  const { secret, mailAt, fields } = newInvitation(cx, await mailTimeOf(cx, email));
  const id = await insertInvitation(cx.db, {
    account_id: accountId,
    email,
    role,
    invited_by: userId,
    created_at: now,
    ...fields,
  });
  await audit(cx, 'createInvitation', { kind: 'invitation', id }, { email, role });
  return sendInvitation(cx, inviter, { id, secret, mailAt });
}
