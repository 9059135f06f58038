/** Invitations to an account, and the ways to accept one. */
import {
  findInvitationBySecret,
  findInvitationTo,
  insertInvitation,
  loadInvitation,
  lockInvitationBySecret,
  pageOfInvitations,
  deleteInvitation as removeInvitation,
} from '@innkeeper/db/tables/invitations';
import { isMemberAddress } from '@innkeeper/db/tables/members';
import { holdUser } from '@innkeeper/db/tables/users';
import type { Actor, Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { Cx, MutatingCx, RequestCx } from '@innkeeper/domain/context';
import { beginMemberChange } from '@innkeeper/domain/members/change';
import {
  mailTimeOf,
  newInvitation,
  refuseTooManyInvitations,
  renewedInvitation,
  sendInvitation,
} from '@innkeeper/domain/members/invite';
import { joinAccount, NO_SUCH_INVITATION } from '@innkeeper/domain/members/join';
import { refuseIfFull } from '@innkeeper/domain/members/limit';
import { requireGoodPassword } from '@innkeeper/domain/passwords/rules';
import { signInNetwork } from '@innkeeper/domain/sign-in/place';
import { findOrCreateUser } from '@innkeeper/domain/sign-up/find-or-create-user';
import { Failure, invalid } from '@innkeeper/model/failures';
import { presentInvitation, presentJoined } from '@innkeeper/present/member';
import { page, pageRequest } from '@innkeeper/present/page';
import type { Input, Prepared, Reply, Services } from './define.ts';

/** Lists the account's invitations, oldest first. Includes expired invitations, because they can be resent. */
export async function listInvitations(cx: RequestCx, { query }: Input<'listInvitations'>): Promise<Reply<'listInvitations'>> {
  const found = await pageOfInvitations(cx.db, { ...pageRequest(query), accountId: cx.actor.accountId });
  return page(cx.url, query, found, presentInvitation);
}

/**
 * Invites an address, whether or not a user has it.
 *
 * Throws `validation` if the address is a member's or already invited. Throws `wrong_state` if a limit on members or invitations is
 * reached, and the errors of `beginMemberChange`.
 */
export async function createInvitation(
  cx: MutatingCx<Customer>,
  { body: { email, role } }: Input<'createInvitation'>,
): Promise<Reply<'createInvitation'>> {
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
  if (before) await removeInvitation(cx.db, before.id);
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
  return presentInvitation(await sendInvitation(cx, inviter, { id, secret, mailAt }));
}

/**
 * Sends a new link with the validity period of a new invitation, and invalidates the previous link. Throws `wrong_state` if a limit on
 * members or invitations is reached, and the errors of `beginMemberChange`.
 */
export async function resendInvitation(
  cx: MutatingCx<Customer>,
  { invitation: { id } }: Input<'resendInvitation'>,
): Promise<Reply<'resendInvitation'>> {
  const { role } = await loadInvitation(cx.db, id);
  const inviter = await beginMemberChange(cx, 'manage-members', role);
  // An expired invitation does not count towards the limit, so check again that a slot is free.
  await refuseIfFull(cx, inviter.account_id, id);
  await refuseTooManyInvitations(cx);
  await audit(cx, 'resendInvitation', { kind: 'invitation', id });
  return presentInvitation(await renewedInvitation(cx, inviter, id));
}

/** Deletes an invitation, and so invalidates its link. */
export async function deleteInvitation(
  cx: MutatingCx<Customer>,
  { invitation: { id } }: Input<'deleteInvitation'>,
): Promise<void> {
  await removeInvitation(cx.db, id);
  await audit(cx, 'deleteInvitation', { kind: 'invitation', id });
}

/**
 * Accepts an invitation, once, and makes its user a member of the account. A user who is already a member keeps the role.
 *
 * Throws `validation` for an unknown, used or expired secret, and `wrong_state` if the invitation was sent to another address.
 */
export async function acceptInvitation(
  cx: MutatingCx<Customer>,
  { body: { secret } }: Input<'acceptInvitation'>,
): Promise<Reply<'acceptInvitation'>> {
  const { userId } = cx.actor;
  const invitation = await lockInvitationBySecret(cx.db, secret);
  if (!invitation || invitation.expires_at <= cx.clock.now()) throw invalid('secret', NO_SUCH_INVITATION);
  const user = await holdUser(cx.db, userId);
  if (user.email.toLowerCase() !== invitation.email.toLowerCase())
    throw new Failure('wrong_state', {
      message: 'This invitation was sent to another email address than yours. Sign in as the invited user.',
    });
  return presentJoined(await joinAccount(cx, 'acceptInvitation', { invitation, user }));
}

/**
 * Verifies the secret of an invitation and returns the hash of the new password. Throws `validation` for `secret` and `password`,
 * `rate_limited` after too many wrong secrets, and the errors of `UserPasswords.hash`.
 */
export async function prepareJoinWithNewUser(
  cx: Pick<Cx, 'db' | 'clock' | 'settings' | 'clientAddress'>,
  { secret, password }: Input<'joinWithNewUser'>['body'],
  { passwords, throttle }: Pick<Services, 'passwords' | 'throttle'>,
): Promise<string> {
  const network = signInNetwork(cx);
  const now = cx.clock.now();
  const tried = throttle.address(network, now);
  const invitation = await findInvitationBySecret(cx.db, secret);
  if (!invitation || invitation.expires_at <= now) throw invalid('secret', NO_SUCH_INVITATION);
  tried.release();
  requireGoodPassword(cx, { password, email: invitation.email });
  return passwords.hash(password, network);
}

/**
 * Creates a user with the invited address and adds the user to the inviting account. An existing user without an account is added instead,
 * and gets the new password. The secret was mailed to the address, so the caller owns the address.
 *
 * Throws `validation` for `secret`, the errors of `joinAccount`, and `wrong_state` if another user has the address. The other user can sign
 * in and accept the invitation.
 */
export async function joinWithNewUser(
  cx: MutatingCx<Actor>,
  { body: { secret, name }, prepared: hash }: Input<'joinWithNewUser'> & Prepared<string>,
): Promise<Reply<'joinWithNewUser'>> {
  const invitation = await lockInvitationBySecret(cx.db, secret);
  if (!invitation || invitation.expires_at <= cx.clock.now()) throw invalid('secret', NO_SUCH_INVITATION);
  const { email, account_id: accountId } = invitation;
  const user = await findOrCreateUser(cx, { email, name, hash });
  if (!user)
    throw new Failure('wrong_state', { message: 'A user with this address already exists. Sign in and accept the invitation.' });
  const actor = { kind: 'visitor', accountId, userId: user.id } as const;
  return presentJoined(await joinAccount({ ...cx, actor }, 'joinWithNewUser', { invitation, user }));
}
