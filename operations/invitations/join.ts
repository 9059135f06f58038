import { findInvitationBySecret, lockInvitationBySecret } from '@innkeeper/db/tables/invitations';
import type { Actor } from '@innkeeper/domain/actor';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import { type Joined, joinAccount, NO_SUCH_INVITATION } from '@innkeeper/domain/members/join';
import type { SignInParts } from '@innkeeper/domain/passwords/check';
import { requireGoodPassword } from '@innkeeper/domain/passwords/rules';
import { signInNetwork } from '@innkeeper/domain/sign-in/place';
import { findOrCreateUser } from '@innkeeper/domain/sign-up/find-or-create-user';
import { Failure, invalid } from '@innkeeper/model/failures';

/**
 * Verifies the secret of an invitation and returns the hash of the new password. Call it outside a transaction, because hashing takes long.
 * Throws `validation` for `secret` and `password`, `rate_limited` after too many wrong secrets, and the errors of `UserPasswords.hash`.
 */
export async function hashForJoining(
  cx: Pick<Cx, 'db' | 'clock' | 'settings' | 'clientAddress'>,
  { secret, password }: { secret: string; password: string },
  { passwords, throttle }: SignInParts,
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
  { secret, name, hash }: { secret: string; name: string; hash: string },
): Promise<Joined> {
  const invitation = await lockInvitationBySecret(cx.db, secret);
  if (!invitation || invitation.expires_at <= cx.clock.now()) throw invalid('secret', NO_SUCH_INVITATION);
  const { email, account_id: accountId } = invitation;
  const user = await findOrCreateUser(cx, { email, name, hash });
  if (!user)
    throw new Failure('wrong_state', { message: 'A user with this address already exists. Sign in and accept the invitation.' });
  const actor = { kind: 'visitor', accountId, userId: user.id } as const;
  return joinAccount({ ...cx, actor }, 'joinWithNewUser', { invitation, user });
}
