import { lockInvitationBySecret } from '@innkeeper/db/tables/invitations';
import { holdUser } from '@innkeeper/db/tables/users';
import type { Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { type Joined, joinAccount, NO_SUCH_INVITATION } from '@innkeeper/domain/members/join';
import { Failure, invalid } from '@innkeeper/model/failures';

/**
 * Accepts an invitation, once, and makes its user a member of the account. A user who is already a member keeps the role.
 *
 * Throws `validation` for an unknown, used or expired secret, and `wrong_state` if the invitation was sent to another address.
 */
export async function acceptInvitation(cx: MutatingCx<Customer>, { secret }: { secret: string }): Promise<Joined> {
  const { userId } = cx.actor;
  const invitation = await lockInvitationBySecret(cx.db, secret);
  if (!invitation || invitation.expires_at <= cx.clock.now()) throw invalid('secret', NO_SUCH_INVITATION);
  const user = await holdUser(cx.db, userId);
  if (user.email.toLowerCase() !== invitation.email.toLowerCase())
    throw new Failure('wrong_state', {
      message: 'This invitation was sent to another email address than yours. Sign in as the invited user.',
    });
  return joinAccount(cx, 'acceptInvitation', { invitation, user });
}
