import { findSignInUserById } from '@innkeeper/db/tables/sign-in';
import type { Actor } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { type PasskeyPages, requireRelyingParty } from '@innkeeper/domain/passkeys/relying-party';
import { type Assertion, verifyPasskey } from '@innkeeper/domain/passkeys/verify';
import type { SignInAnswer } from '@innkeeper/domain/sign-in/challenge';
import { signInNetwork } from '@innkeeper/domain/sign-in/place';
import { replaceSession } from '@innkeeper/domain/sign-in/replace-session';
import { auditRefusal } from '@innkeeper/domain/sign-in/start-session';
import type { SignInThrottle } from '@innkeeper/domain/sign-in/throttle';
import { invalid } from '@innkeeper/model/failures';
import type { Sealer } from '@innkeeper/model/sealing';

/**
 * Opens a session for the owner of a passkey, and ends the browser's previous session.
 *
 * Returns the same `validation` failure for `credential` for every reason. Throws `rate_limited` after too many attempts from a network,
 * and `wrong_state` if passkeys are unavailable.
 */
export async function createPasskeySession(
  cx: MutatingCx<Actor>,
  { credential, sealer, throttle, ...where }: PasskeyPages & { credential: Assertion; sealer: Sealer; throttle: SignInThrottle },
): Promise<Exclude<SignInAnswer, { challenge: unknown }>> {
  const rp = requireRelyingParty(cx, where);
  const network = signInNetwork(cx);
  const counted = throttle.address(network, cx.clock.now());
  const judged = await verifyPasskey(cx, credential, { challengeFor: { purpose: 'sign_in' }, rp, sealer });
  const userId = 'passkey' in judged ? judged.passkey.user_id : judged.userId;
  const user = userId === undefined ? undefined : await findSignInUserById(cx.db, userId, network);
  if (!('passkey' in judged) || !user || user.suspended_at) {
    await auditRefusal(cx, 'createSession', user, 'passkey' in judged ? 'passkey' : judged.why);
    return { refused: invalid('credential', 'This passkey is unknown. Sign in with another passkey, or with your password.') };
  }
  counted.release();
  return replaceSession(cx, user, ['passkey']);
}
