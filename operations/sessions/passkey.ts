/** Passkeys as proof of who the user is: the request that browsers pass to their authenticators, and the verdict on the answer. */
import { passkeysOf } from '@innkeeper/db/tables/passkeys';
import type { SignInUser } from '@innkeeper/db/tables/sign-in';
import type { Actor } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { type ChallengeFor, newPasskeyChallenge } from '@innkeeper/domain/passkeys/challenges';
import { type PasskeyPages, requireRelyingParty } from '@innkeeper/domain/passkeys/relying-party';
import { type Assertion, verifyPasskey } from '@innkeeper/domain/passkeys/verify';
import { signInNetwork } from '@innkeeper/domain/sign-in/place';
import { auditRefusal } from '@innkeeper/domain/sign-in/start-session';
import type { SignInThrottle } from '@innkeeper/domain/sign-in/throttle';
import { type Failure, invalid } from '@innkeeper/model/failures';
import type { Sealer } from '@innkeeper/model/installation/sealing';
import type { PasskeyRequest } from '@innkeeper/present/passkey';

interface JudgePasskey extends PasskeyPages {
  passkey: Assertion;
  challengeFor: ChallengeFor;
  sealer: Sealer;
  throttle: SignInThrottle;
}

/** Returns a request for a passkey of the challenge's user, or for any passkey. Throws `wrong_state` if passkeys are unavailable. */
export async function newPasskeyRequest(
  cx: MutatingCx,
  challengeFor: ChallengeFor,
  where: PasskeyPages,
): Promise<PasskeyRequest> {
  const { id } = requireRelyingParty(cx, where);
  const passkeys = 'userId' in challengeFor ? await passkeysOf(cx.db, challengeFor.userId) : [];
  return { ...(await newPasskeyChallenge(cx, challengeFor)), rpId: id, passkeys };
}

/**
 * Verifies a passkey of a known user. Returns the failure, or `undefined` if the passkey is right. Throws `rate_limited` and `wrong_state`.
 */
export async function judgePasskeyOf(
  cx: MutatingCx<Actor>,
  user: Pick<SignInUser, 'id' | 'known_place'>,
  { passkey, challengeFor, sealer, throttle, ...where }: JudgePasskey,
): Promise<Failure | undefined> {
  const rp = requireRelyingParty(cx, where);
  const counted = throttle.account(`otp:${user.id}`, { network: signInNetwork(cx), known: user.known_place }, cx.clock.now());
  const judged = await verifyPasskey(cx, passkey, { challengeFor, rp, sealer });
  if ('passkey' in judged) {
    counted.release();
    return undefined;
  }
  await auditRefusal(cx, challengeFor.purpose === 'confirm' ? 'confirmSession' : 'createSession', user, judged.why);
  return invalid('passkey', 'This passkey was not accepted. Try again.');
}
