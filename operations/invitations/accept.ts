import { deleteInvitation, lockInvitationBySecret } from '@innkeeper/db/tables/invitations';
import { findMember, holdMembers } from '@innkeeper/db/tables/members';
import { insertMembership } from '@innkeeper/db/tables/users';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { queueMail } from '@innkeeper/domain/mail/queue';
import { nameOfAccount } from '@innkeeper/domain/members/change';
import { Failure, invalid } from '@innkeeper/model/failures';
import type { Role } from '@innkeeper/model/roles';

export interface Joined {
  accountId: number;
  account: string;
  role: Role;
}

/**
 * Makes the caller's user a member of the account that invited their address; who is one already keeps the role. An invitation is
 * accepted once. Throws `validation` for a secret that is none, was used, or has expired, and `wrong_state` for another's.
 */
export async function acceptInvitation(cx: MutatingCx<Customer>, { secret }: { secret: string }): Promise<Joined> {
  const { userId } = cx.actor;
  const now = cx.clock.now();
  const invitation = await lockInvitationBySecret(cx.db, secret);
  if (!invitation || invitation.expires_at <= now)
    throw invalid('secret', 'There is no such invitation: it was accepted or withdrawn, or has expired.');
  const { id, account_id: accountId, role } = invitation;
  const user = await cx.db.selectFrom('users').select(['email', 'name']).where('id', '=', userId).executeTakeFirstOrThrow();
  if (user.email.toLowerCase() !== invitation.email.toLowerCase())
    throw new Failure('wrong_state', { message: 'This invitation was sent to another address than that of your user.' });
  await holdMembers(cx.db, accountId);
  await deleteInvitation(cx.db, id);
  const account = await nameOfAccount(cx, accountId);
  const before = await findMember(cx.db, { accountId, userId });
  if (before) return { accountId, account, role: before.role };
  const memberId = await insertMembership(cx.db, { accountId, userId, role, now });
  await audit(cx, 'acceptInvitation', { kind: 'member', id: memberId, accountId }, { user_id: userId, role });
  await queueMail(cx, {
    accountId,
    template: 'member-joined',
    data: { account, name: user.name, email: user.email, role },
    roles: ['owner', 'admin'],
    once: `member-joined:${memberId}`,
  });
  return { accountId, account, role };
}
