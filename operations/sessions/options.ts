/** What browsers ask their users' authenticators for, to sign in and to confirm. */
import { passkeysOf } from '@innkeeper/db/tables/passkeys';
import { hashSecret } from '@innkeeper/db/tables/sessions';
import { lockChallenge } from '@innkeeper/db/tables/sign-in';
import type { Actor, Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { type ChallengeFor, newPasskeyChallenge } from '@innkeeper/domain/passkeys/challenges';
import { type PasskeyPages, requireRelyingParty } from '@innkeeper/domain/passkeys/relying-party';
import { requireSession } from '@innkeeper/domain/sign-in/current-session';
import { COMPLETED, isOpen } from './verify.ts';

export interface PasskeyRequest {
  challenge: string;
  expiresAt: Date;
  /** The domain. */
  rpId: string;
  /** Those that will do; none: whichever the user has. */
  passkeys: Awaited<ReturnType<typeof passkeysOf>>;
}

/**
 * To sign in with any passkey; with the token of a sign-in whose password was right, with one of that user. Throws `wrong_state` where there can be
 * no passkeys, and `validation` under `sign_in_token`.
 */
export async function createSignInOptions(
  cx: MutatingCx<Actor>,
  { token, ...where }: PasskeyPages & { token?: string | undefined },
): Promise<PasskeyRequest> {
  if (token === undefined) return optionsFor(cx, { purpose: 'sign_in' }, where);
  const signIn = await lockChallenge(cx.db, hashSecret(token));
  if (!signIn || !isOpen(signIn, cx.clock.now())) throw COMPLETED;
  return optionsFor(cx, { purpose: 'second_factor', userId: signIn.user_id, signInId: signIn.id }, where);
}

/** For the user of the session. Throws `wrong_state` for an access token, and where there can be no passkeys. */
export async function createConfirmOptions(cx: MutatingCx<Customer>, where: PasskeyPages): Promise<PasskeyRequest> {
  const { id, userId } = requireSession(cx.actor);
  return optionsFor(cx, { purpose: 'confirm', userId, sessionId: id }, where);
}

async function optionsFor(cx: MutatingCx, wanted: ChallengeFor, where: PasskeyPages): Promise<PasskeyRequest> {
  const { id } = requireRelyingParty(cx, where);
  const passkeys = 'userId' in wanted ? await passkeysOf(cx.db, wanted.userId) : [];
  return { ...(await newPasskeyChallenge(cx, wanted)), rpId: id, passkeys };
}
