/** The request that browsers pass to their authenticators, to sign in and to confirm. */
import { passkeysOf } from '@innkeeper/db/tables/passkeys';
import { hashSecret } from '@innkeeper/db/tables/sessions';
import { lockChallenge } from '@innkeeper/db/tables/sign-in';
import type { Actor, Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { type ChallengeFor, newPasskeyChallenge } from '@innkeeper/domain/passkeys/challenges';
import { type PasskeyPages, requireRelyingParty } from '@innkeeper/domain/passkeys/relying-party';
import { requireSession } from '@innkeeper/domain/sign-in/current-session';
import type { PasskeyRequest } from '@innkeeper/present/passkey';
import { isChallengeOpen, SIGN_IN_EXPIRED } from './verify.ts';

/**
 * Returns a request to sign in with any passkey. The token of a sign-in with verified password limits it to the passkeys of that user.
 * Throws `wrong_state` if passkeys are unavailable, and `validation` for `sign_in_token`.
 */
export async function createSignInOptions(
  cx: MutatingCx<Actor>,
  { token, ...where }: PasskeyPages & { token?: string | undefined },
): Promise<PasskeyRequest> {
  if (token === undefined) return optionsFor(cx, { purpose: 'sign_in' }, where);
  const signIn = await lockChallenge(cx.db, hashSecret(token));
  if (!signIn || !isChallengeOpen(signIn, cx.clock.now())) throw SIGN_IN_EXPIRED;
  return optionsFor(cx, { purpose: 'second_factor', userId: signIn.user_id, signInId: signIn.id }, where);
}

/** Returns a request to confirm the session's user. Throws `wrong_state` for an access token, and if passkeys are unavailable. */
export async function createConfirmOptions(cx: MutatingCx<Customer>, where: PasskeyPages): Promise<PasskeyRequest> {
  const { id, userId } = requireSession(cx.actor);
  return optionsFor(cx, { purpose: 'confirm', userId, sessionId: id }, where);
}

async function optionsFor(cx: MutatingCx, challengeFor: ChallengeFor, where: PasskeyPages): Promise<PasskeyRequest> {
  const { id } = requireRelyingParty(cx, where);
  const passkeys = 'userId' in challengeFor ? await passkeysOf(cx.db, challengeFor.userId) : [];
  return { ...(await newPasskeyChallenge(cx, challengeFor)), rpId: id, passkeys };
}
