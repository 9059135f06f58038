import { hashSecret } from '@innkeeper/db/tables/sessions';
import { findSignInUserById } from '@innkeeper/db/tables/sign-in';
import { takeSignInLink } from '@innkeeper/db/tables/sign-in-links';
import type { Actor } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { signInNetwork } from '@innkeeper/domain/sign-in/place';
import { replaceSession } from '@innkeeper/domain/sign-in/replace-session';
import type { StartAnswer } from '@innkeeper/domain/sign-in/start-session';
import { Failure } from '@innkeeper/model/failures';

/**
 * Opens a session by a link that the installation has printed, and ends the browser's previous session.
 *
 * Throws `not_found` for an unknown, used or expired link, and for a suspended user. Returns a `wrong_state` failure for a user without an
 * account. Throws `single_sign_on_required` if all accounts of the user require their providers.
 */
export async function createSessionByLink(cx: MutatingCx<Actor>, { secret }: { secret: string }): Promise<StartAnswer> {
  const userId = await takeSignInLink(cx.db, { secretHash: hashSecret(secret), now: cx.clock.now() });
  const user = userId === undefined ? undefined : await findSignInUserById(cx.db, userId, signInNetwork(cx));
  if (!user || user.suspended_at) throw new Failure('not_found');
  return replaceSession(cx, user, ['link']);
}
