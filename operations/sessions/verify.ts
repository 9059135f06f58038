import { timingSafeEqual } from 'node:crypto';
import { lockIdentityProvider } from '@innkeeper/db/tables/identity-providers';
import { hashSecret } from '@innkeeper/db/tables/sessions';
import {
  type Challenge,
  findSignInUserById,
  lockChallenge,
  type SignInUser,
  updateChallenge,
} from '@innkeeper/db/tables/sign-in';
import { INVALID_CODE } from '@innkeeper/domain/access/second-factor';
import type { Actor } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import type { PasskeyPages } from '@innkeeper/domain/passkeys/relying-party';
import type { Assertion } from '@innkeeper/domain/passkeys/verify';
import { digestOfCode, type SignInAnswer } from '@innkeeper/domain/sign-in/challenge';
import { judgeCode } from '@innkeeper/domain/sign-in/judge-code';
import { signInNetwork } from '@innkeeper/domain/sign-in/place';
import { staleAuthenticationTime } from '@innkeeper/domain/sign-in/recent-authentication';
import { replaceSession } from '@innkeeper/domain/sign-in/replace-session';
import { auditRefusal, type ByProvider, type SignInMethod } from '@innkeeper/domain/sign-in/start-session';
import type { SignInThrottle } from '@innkeeper/domain/sign-in/throttle';
import { type Failure, invalid } from '@innkeeper/model/failures';
import type { Sealer } from '@innkeeper/model/sealing';
import { judgePasskeyOf } from './judge-passkey.ts';

/** Maximum number of refused codes and passkeys per sign-in. After that, the user must start the sign-in again. */
const MAX_ATTEMPTS = 5;

interface VerifySession extends PasskeyPages {
  /** Token of the challenge. */
  token: string;
  otp?: string | undefined;
  passkey?: Assertion | undefined;
  sealer: Sealer;
  throttle: SignInThrottle;
}

/**
 * Completes a sign-in with the second factor. Returns a `validation` failure for `sign_in_token` if the token is unknown, used, expired or
 * was tried too often. Other failures are `validation` for `otp` or `passkey`, and `rate_limited`.
 */
export async function verifySession(
  cx: MutatingCx<Actor>,
  input: VerifySession,
): Promise<Exclude<SignInAnswer, { challenge: unknown }>> {
  const challenge = await lockChallenge(cx.db, hashSecret(input.token));
  const now = cx.clock.now();
  const user = challenge && (await findSignInUserById(cx.db, challenge.user_id, signInNetwork(cx)));
  if (!challenge || !user || user.suspended_at || !isChallengeOpen(challenge, now)) return { refused: SIGN_IN_EXPIRED };
  const { refused, method } = await judge(cx, user, challenge, input);
  await updateChallenge(cx.db, challenge.id, refused ? { tries: challenge.tries + 1 } : { done_at: now });
  if (refused) return { refused };
  const provider = await providerOf(cx, challenge);
  return replaceSession(cx, user, [provider ? 'identity_provider' : 'password', method], provider);
}

/** Returns the identity provider that was the first factor, or `undefined` if a password was. Throws if the provider was deleted. */
async function providerOf(
  cx: MutatingCx,
  { identity_provider_id: id, authenticated_at }: Challenge,
): Promise<ByProvider | undefined> {
  if (id === null) return undefined;
  const provider = await lockIdentityProvider(cx.db, id);
  if (!provider) throw SIGN_IN_EXPIRED;
  const { account_id: accountId } = provider;
  return { identityProviderId: id, accountId, authenticatedAt: authenticated_at ?? staleAuthenticationTime(cx.clock.now()) };
}

export const SIGN_IN_EXPIRED = invalid('sign_in_token', 'This sign-in has expired. Sign in again.');

/** Returns whether a challenge can still be answered. */
export const isChallengeOpen = ({ done_at, expires_at, tries }: Challenge, now: Date): boolean =>
  done_at === null && expires_at > now && tries < MAX_ATTEMPTS;

async function judge(
  cx: MutatingCx<Actor>,
  user: SignInUser,
  { id, email_code_hash: code }: Challenge,
  { otp = '', passkey, ...parts }: VerifySession,
): Promise<{ refused: Failure | undefined; method: SignInMethod }> {
  if (passkey) {
    const challengeFor = { purpose: 'second_factor', userId: user.id, signInId: id } as const;
    return { refused: await judgePasskeyOf(cx, user, { passkey, challengeFor, ...parts }), method: 'passkey' };
  }
  if (code) return { refused: await judgeEmailCode(cx, user, code, { otp, ...parts }), method: 'email' };
  return { refused: await judgeCode(cx, user, { otp, ...parts }), method: 'totp' };
}

async function judgeEmailCode(
  cx: MutatingCx<Actor>,
  user: SignInUser,
  expected: Buffer,
  { token, otp, sealer, throttle }: { token: string; otp: string; sealer: Sealer; throttle: SignInThrottle },
): Promise<Failure | undefined> {
  const counted = throttle.account(`otp:${user.id}`, { network: signInNetwork(cx), known: user.known_place }, cx.clock.now());
  if (timingSafeEqual(expected, digestOfCode(sealer, token, otp))) {
    counted.release();
    return undefined;
  }
  await auditRefusal(cx, 'createSession', user, 'second factor');
  return invalid('otp', INVALID_CODE);
}
