import { findInvitationBySecret, lockInvitationBySecret } from '@innkeeper/db/tables/invitations';
import type { Actor } from '@innkeeper/domain/actor';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import { type Joined, joinAccount, NO_SUCH_INVITATION } from '@innkeeper/domain/members/join';
import { requireGoodPassword } from '@innkeeper/domain/passwords/rules';
import { placeOf } from '@innkeeper/domain/sign-in/place';
import { provenUser } from '@innkeeper/domain/sign-up/proven-user';
import { Failure, invalid } from '@innkeeper/model/failures';
import type { SignInParts } from '../sessions/check-password.ts';

/**
 * The hash of the password, made before a transaction is opened. Throws `validation` under `secret` and `password`, `rate_limited` after too many
 * wrong secrets, and what `UserPasswords` throws.
 */
export async function hashForJoining(
  cx: Pick<Cx, 'db' | 'clock' | 'settings' | 'clientAddress'>,
  { secret, password }: { secret: string; password: string },
  { passwords, throttle }: SignInParts,
): Promise<string> {
  const network = placeOf(cx);
  const now = cx.clock.now();
  const tried = throttle.address(network, now);
  const invitation = await findInvitationBySecret(cx.db, secret);
  if (!invitation || invitation.expires_at <= now) throw invalid('secret', NO_SUCH_INVITATION);
  tried.release();
  requireGoodPassword(cx, { password, email: invitation.email });
  return passwords.hash(password, network);
}

/**
 * Makes a user with the address that was invited, which the secret has proven, or takes the lone user who has it, and makes a member of the account that
 * invited it. Throws `validation` under `secret`, and `wrong_state` when another user has this address, who signs in and accepts the invitation instead.
 */
export async function joinWithNewUser(
  cx: MutatingCx<Actor>,
  { secret, name, hash }: { secret: string; name: string; hash: string },
): Promise<Joined> {
  const invitation = await lockInvitationBySecret(cx.db, secret);
  if (!invitation || invitation.expires_at <= cx.clock.now()) throw invalid('secret', NO_SUCH_INVITATION);
  const { email, account_id: accountId } = invitation;
  const user = await provenUser(cx, { email, name, hash });
  if (!user)
    throw new Failure('wrong_state', { message: 'A user with this address already exists. Sign in and accept the invitation.' });
  const actor = { kind: 'visitor', accountId, userId: user.id } as const;
  return joinAccount({ ...cx, actor }, 'joinWithNewUser', { invitation, user });
}
