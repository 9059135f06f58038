import { deleteInvitation, type InvitationRow } from '@innkeeper/db/tables/invitations';
import { findMember, lockMembers } from '@innkeeper/db/tables/members';
import { insertMembership } from '@innkeeper/db/tables/users';
import { Failure } from '@innkeeper/model/failures';
import type { Role } from '@innkeeper/model/people/roles';
import { type AuditActor, audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { queueMail } from '../mail/queue.ts';
import { fullNameOfAccount, nameOfAccount } from './change.ts';
import { hasAllMembers } from './limit.ts';

export const NO_SUCH_INVITATION =
  'This invitation is no longer valid: it was accepted or withdrawn, or has expired. Ask for a new invitation.';

export interface Joined {
  accountId: number;
  account: string;
  role: Role;
}

/**
 * Makes a user a member of the inviting account and deletes the invitation, which the caller has locked. An existing member keeps the role.
 *
 * Throws `wrong_state` if the account has the maximum number of members. In that case the invitation stays.
 */
export async function joinAccount(
  cx: Omit<MutatingCx, 'actor'> & { readonly actor: AuditActor },
  action: string,
  { invitation, user }: { invitation: InvitationRow; user: { id: number; email: string; name: string } },
): Promise<Joined> {
  const { id, account_id: accountId, role } = invitation;
  await lockMembers(cx.db, accountId);
  await deleteInvitation(cx.db, id);
  const account = await fullNameOfAccount(cx, accountId);
  const before = await findMember(cx.db, { accountId, userId: user.id });
  if (before) return { accountId, account, role: before.role };
  if (await hasAllMembers(cx, accountId))
    throw new Failure('wrong_state', {
      message: `This account already has ${cx.settings.membersPerAccount} members, the maximum. Ask its owner to remove one, then accept again.`,
    });
  const memberId = await insertMembership(cx.db, { accountId, userId: user.id, role, now: cx.clock.now() });
  await audit(cx, action, { kind: 'member', id: memberId, accountId }, { user_id: user.id, role });
  await queueMail(cx, {
    accountId,
    template: 'member-joined',
    data: { account: await nameOfAccount(cx, accountId), name: user.name, email: user.email, role },
    roles: ['owner', 'admin'],
    dedupeKey: `member-joined:${memberId}`,
  });
  return { accountId, account, role };
}
