import { lockPassword } from '@innkeeper/db/tables/passwords';
import { lockSession, rotateSession } from '@innkeeper/db/tables/sessions';
import { findSignInUserById, type SignInUser } from '@innkeeper/db/tables/sign-in';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import { checkOwnPassword, type SignInParts } from '@innkeeper/domain/passwords/check';
import { requireGoodPassword } from '@innkeeper/domain/passwords/rules';
import { setPassword } from '@innkeeper/domain/passwords/set';
import { requireSession } from '@innkeeper/domain/sign-in/current-session';
import { signInNetwork } from '@innkeeper/domain/sign-in/place';
import { auditRefusal, type StartedSession } from '@innkeeper/domain/sign-in/start-session';
import { Failure, invalid } from '@innkeeper/model/failures';

export interface NewPassword {
  readonly user: SignInUser;
  /** Hash of the new password, or `undefined` if the current password was wrong. */
  readonly hash: string | undefined;
}

/**
 * Verifies the current password, if the user has one, and hashes the new password. Call it outside a transaction, because hashing takes
 * long.
 *
 * Throws `wrong_state` for an access token, `validation` for `current_password` and `password`, `rate_limited` after too many wrong
 * passwords, and the errors of `UserPasswords`.
 */
export async function hashForChange(
  cx: Pick<Cx<Customer>, 'db' | 'clock' | 'settings' | 'clientAddress' | 'actor'>,
  { current_password: before, password }: { current_password?: string | undefined; password: string },
  parts: SignInParts,
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
  { user, hash }: NewPassword,
): Promise<{ changed: StartedSession } | { refused: Failure }> {
  const { id, userId } = requireSession(cx.actor);
  if (hash === undefined) {
    await auditRefusal(cx, 'changePassword', user, 'password');
    return { refused: invalid('current_password', 'The password is wrong.') };
  }
  if (!(await lockPassword(cx.db, user)))
    throw new Failure('wrong_state', {
      message: 'Another request changed the password at the same time. Try again with the new password.',
    });
  const ended = await setPassword(cx, user, { hash, except: id });
  if (!(await lockSession(cx.db, id))) throw new Failure('unauthenticated');
  const changed = await rotateSession(cx.db, { id, now: cx.clock.now() });
  await audit(cx, 'changePassword', { kind: 'user', id: userId }, { ended });
  return { changed };
}
