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
import { NOT_VALID } from '@innkeeper/domain/access/second-factor';
import type { Actor } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import type { PasskeyPages } from '@innkeeper/domain/passkeys/relying-party';
import type { Assertion } from '@innkeeper/domain/passkeys/verify';
import { placeOf } from '@innkeeper/domain/sign-in/place';
import { notRecently } from '@innkeeper/domain/sign-in/recent';
import { auditRefusal, type ByProvider, type SignInMethod } from '@innkeeper/domain/sign-in/start-session';
import type { SignInThrottle } from '@innkeeper/domain/sign-in/throttle';
import { type Failure, invalid } from '@innkeeper/model/failures';
import type { Sealer } from '@innkeeper/model/sealing';
import { digestOfCode, judgeCode, replaceSession, type SignInAnswer } from './create.ts';
import { judgePasskeyOf } from './judge-passkey.ts';

/** Wrong codes; after that it begins again with the password. */
const MOST_TRIES = 5;

interface VerifySession extends PasskeyPages {
  /** Of the challenge. */
  token: string;
  otp?: string | undefined;
  passkey?: Assertion | undefined;
  sealer: Sealer;
  throttle: SignInThrottle;
}

/**
 * The second step of signing in. Refuses with `validation` under `sign_in_token` for one that is unknown, used, too old or was tried too
 * often, `validation` under `otp` or `passkey`, and `rate_limited`.
 */
export async function verifySession(
  cx: MutatingCx<Actor>,
  input: VerifySession,
): Promise<Exclude<SignInAnswer, { challenge: unknown }>> {
  const challenge = await lockChallenge(cx.db, hashSecret(input.token));
  const now = cx.clock.now();
  const user = challenge && (await findSignInUserById(cx.db, challenge.user_id, placeOf(cx)));
  if (!challenge || !user || user.suspended_at || !isOpen(challenge, now)) return { refused: COMPLETED };
  const { refused, method } = await judge(cx, user, challenge, input);
  await updateChallenge(cx.db, challenge.id, refused ? { tries: challenge.tries + 1 } : { done_at: now });
  if (refused) return { refused };
  const by = await providerOf(cx, challenge);
  return replaceSession(cx, user, [by ? 'identity_provider' : 'password', method], by);
}

/** That was the first factor; undefined: the password was. */
async function providerOf(
  cx: MutatingCx,
  { identity_provider_id: id, authenticated_at }: Challenge,
): Promise<ByProvider | undefined> {
  if (id === null) return undefined;
  const provider = await lockIdentityProvider(cx.db, id);
  if (!provider) throw COMPLETED;
  const { account_id: accountId } = provider;
  return { identityProviderId: id, accountId, authenticatedAt: authenticated_at ?? notRecently(cx.clock.now()) };
}

export const COMPLETED = invalid('sign_in_token', 'This sign-in has expired. Sign in again.');

export const isOpen = ({ done_at, expires_at, tries }: Challenge, now: Date): boolean =>
  done_at === null && expires_at > now && tries < MOST_TRIES;

async function judge(
  cx: MutatingCx<Actor>,
  user: SignInUser,
  { id, email_code_hash: code }: Challenge,
  { otp = '', passkey, ...parts }: VerifySession,
): Promise<{ refused: Failure | undefined; method: SignInMethod }> {
  if (passkey) {
    const wanted = { purpose: 'second_factor', userId: user.id, signInId: id } as const;
    return { refused: await judgePasskeyOf(cx, user, { passkey, wanted, ...parts }), method: 'passkey' };
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
  const counted = throttle.account(`otp:${user.id}`, { network: placeOf(cx), known: user.known_place }, cx.clock.now());
  if (timingSafeEqual(expected, digestOfCode(sealer, token, otp))) {
    counted.release();
    return undefined;
  }
  await auditRefusal(cx, 'createSession', user, 'second factor');
  return invalid('otp', NOT_VALID);
}
