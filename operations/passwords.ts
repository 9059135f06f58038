/** Passwords of users: the reset by a mailed link, and the change in a session. */
import { isIP } from 'node:net';
import { findPasswordReset, insertPasswordReset, lockPassword, lockPasswordReset } from '@innkeeper/db/tables/passwords';
import { hashSecret, lockSession, rotateSession } from '@innkeeper/db/tables/sessions';
import { findSignInUserById, firstAccountOf, type SignInUser } from '@innkeeper/db/tables/sign-in';
import type { Actor, Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import { checkOwnPassword } from '@innkeeper/domain/passwords/check';
import { requireGoodPassword } from '@innkeeper/domain/passwords/rules';
import { setPassword } from '@innkeeper/domain/passwords/set';
import { requireSession } from '@innkeeper/domain/sign-in/current-session';
import { signInNetwork } from '@innkeeper/domain/sign-in/place';
import { auditRefusal } from '@innkeeper/domain/sign-in/start-session';
import { Failure, invalid } from '@innkeeper/model/failures';
import { CommittedFailure } from '@innkeeper/present/reply';
import { withSessionCookie } from '@innkeeper/present/session-cookie';
import type { Input, Prepared, Reply, Services } from './define.ts';

const NO_SUCH = 'This link is no longer valid: it was used, replaced, or is older than an hour. Request a new link.';

interface NewPassword {
  readonly user: SignInUser;
  /** Hash of the new password, or `undefined` if the current password was wrong. */
  readonly hash: string | undefined;
}

/**
 * Stores the address without looking up its user, so that the response reveals nothing. A job looks up the user and sends the link
 * (`sendPasswordReset`). Throws `rate_limited` after too many requests.
 */
export async function createPasswordReset(
  cx: MutatingCx<Actor>,
  { body: { email } }: Input<'createPasswordReset'>,
  { throttle }: Pick<Services, 'throttle'>,
): Promise<void> {
  const now = cx.clock.now();
  throttle.mail(signInNetwork(cx), now);
  const { clientAddress = '' } = cx;
  await insertPasswordReset(cx.db, { email, from: isIP(clientAddress) ? clientAddress : null, now });
}

/**
 * Verifies the secret of a link and returns the hash of the new password. Throws `validation` for `secret` and `password`, `rate_limited`
 * after too many wrong secrets, and the errors of `UserPasswords.hash`.
 */
export async function prepareConfirmPasswordReset(
  cx: Pick<Cx, 'db' | 'clock' | 'settings' | 'clientAddress'>,
  { secret, password }: Input<'confirmPasswordReset'>['body'],
  { passwords, throttle }: Pick<Services, 'passwords' | 'throttle'>,
): Promise<string> {
  const network = signInNetwork(cx);
  const now = cx.clock.now();
  const tried = throttle.address(network, now);
  const user = await findPasswordReset(cx.db, hashSecret(secret), now);
  if (!user) throw invalid('secret', NO_SUCH);
  tried.release();
  requireGoodPassword(cx, { password, email: user.email });
  return passwords.hash(password, network);
}

/** Sets the password of the user whom the link was sent to. Second factors remain enabled. Throws `validation` for `secret`. */
export async function confirmPasswordReset(
  cx: MutatingCx<Actor>,
  { body: { secret }, prepared: hash }: Input<'confirmPasswordReset'> & Prepared<string>,
): Promise<void> {
  const user = await lockPasswordReset(cx.db, hashSecret(secret), cx.clock.now());
  if (!user) throw invalid('secret', NO_SUCH);
  const ended = await setPassword(cx, user, { hash });
  const accountId = (await firstAccountOf(cx.db, user.id)) ?? null;
  const actor = { kind: 'visitor', accountId, userId: user.id } as const;
  const details = { from: cx.clientAddress ?? '', ended };
  await audit({ ...cx, actor }, 'confirmPasswordReset', { kind: 'user', id: user.id }, details);
}

/**
 * Verifies the current password, if the user has one, and hashes the new password.
 *
 * Throws `wrong_state` for an access token, `validation` for `current_password` and `password`, `rate_limited` after too many wrong
 * passwords, and the errors of `UserPasswords`.
 */
export async function prepareChangePassword(
  cx: Pick<Cx<Customer>, 'db' | 'clock' | 'settings' | 'clientAddress' | 'actor'>,
  { current_password: before, password }: Input<'changePassword'>['body'],
  parts: Pick<Services, 'passwords' | 'throttle'>,
): Promise<NewPassword> {
  const { userId } = requireSession(cx.actor);
  const network = signInNetwork(cx);
  const user = await findSignInUserById(cx.db, userId, network);
  if (!user) throw new Failure('unauthenticated');
  requireGoodPassword(cx, { password, email: user.email });
  if (user.password_hash !== null) {
    if (before === undefined) throw invalid('current_password', 'Enter your current password.');
    const checked = await checkOwnPassword(cx, { password: before }, parts);
    if (!checked.user || !checked.fits) return { user, hash: undefined };
    return { user: checked.user, hash: await parts.passwords.hash(password, network) };
  }
  return { user, hash: await parts.passwords.hash(password, network) };
}

/**
 * Sets a new password for the session's user, gives this session a new secret and ends all other sessions of the user.
 *
 * Returns a `validation` failure for `current_password` if that was wrong. Throws `wrong_state` for an access token, and if another request
 * has changed the password.
 */
export async function changePassword(
  cx: MutatingCx<Customer>,
  { prepared: { user, hash } }: Input<'changePassword'> & Prepared<NewPassword>,
): Promise<Reply<'changePassword'>> {
  const { id, userId } = requireSession(cx.actor);
  if (hash === undefined) {
    await auditRefusal(cx, 'changePassword', user, 'password');
    return new CommittedFailure(invalid('current_password', 'The password is wrong.'));
  }
  if (!(await lockPassword(cx.db, user)))
    throw new Failure('wrong_state', {
      message: 'Another request changed the password at the same time. Try again with the new password.',
    });
  const ended = await setPassword(cx, user, { hash, except: id });
  if (!(await lockSession(cx.db, id))) throw new Failure('unauthenticated');
  const changed = await rotateSession(cx.db, { id, now: cx.clock.now() });
  await audit(cx, 'changePassword', { kind: 'user', id: userId }, { ended });
  return withSessionCookie(changed, undefined, cx.settings);
}
