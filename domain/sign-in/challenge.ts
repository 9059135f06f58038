/** The second step of a sign-in: a stored challenge, and a mailed code that answers it. */
import { randomInt } from 'node:crypto';
import { hashSecret, newSecret } from '@innkeeper/db/tables/sessions';
import { countEmailCodes, insertChallenge, type SignInUser } from '@innkeeper/db/tables/sign-in';
import { Failure } from '@innkeeper/model/failures';
import type { Sealer } from '@innkeeper/model/installation/sealing';
import { hours, minutes } from '@innkeeper/model/time/clock';
import type { Actor } from '../actor.ts';
import type { MutatingCx } from '../context.ts';
import { queueMailToUser } from '../mail/to-user.ts';
import type { ByProvider, StartAnswer } from './start-session.ts';

/** Long enough to find a phone, or for a mail to arrive. */
const CHALLENGE_MS = minutes(10);
const CODES_AN_HOUR = 5;

export type SecondFactor = 'totp' | 'recovery_code' | 'email' | 'passkey';

export type SignInAnswer =
  | StartAnswer
  | { readonly challenge: { token: string; methods: readonly SecondFactor[]; expiresAt: Date } };

/** Returns a challenge, or `undefined` for a user without a second factor. `by` is the identity provider that was the first factor. */
export async function challengeOf(
  cx: MutatingCx<Actor>,
  user: SignInUser,
  { sealer, by }: { sealer: Sealer; by?: ByProvider | undefined },
): Promise<Extract<SignInAnswer, { challenge: unknown }> | undefined> {
  if (user.has_totp)
    return { challenge: await newChallenge(cx, user, { methods: ['totp', 'recovery_code', ...passkeyOf(user)], by }) };
  if (user.email_otp_enabled)
    return { challenge: await newChallenge(cx, user, { methods: ['email', ...passkeyOf(user)], by, sealer }) };
  return undefined;
}

const passkeyOf = (user: SignInUser): readonly SecondFactor[] => (user.has_passkey ? ['passkey'] : []);

/** Stores a challenge. With the sealer, also sends a code by mail. */
async function newChallenge(
  cx: MutatingCx<Actor>,
  user: SignInUser,
  { methods, by, sealer }: { methods: readonly SecondFactor[]; by: ByProvider | undefined; sealer?: Sealer },
) {
  const token = newSecret();
  const now = cx.clock.now();
  const expiresAt = new Date(now.getTime() + CHALLENGE_MS);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const row = {
    secret_hash: hashSecret(token),
    user_id: user.id,
    created_at: now,
    expires_at: expiresAt,
    identity_provider_id: by?.identityProviderId ?? null,
    authenticated_at: by?.authenticatedAt ?? null,
  };
  if (!sealer) {
    await insertChallenge(cx.db, row);
    return { token, methods, expiresAt };
  }
  if ((await countEmailCodes(cx.db, user.id, new Date(now.getTime() - hours(1)))) >= CODES_AN_HOUR)
    throw new Failure('rate_limited', { message: 'Too many codes were sent. Try again later.', retryAfter: 600 });
  const id = await insertChallenge(cx.db, { ...row, email_code_hash: digestOfCode(sealer, token, code) });
  await queueMailToUser(cx, user, {
    accountId: null,
    template: 'sign-in-code',
    data: { code, minutes: CHALLENGE_MS / minutes(1), address: cx.clientAddress ?? '' },
    dedupeKey: `sign-in-code:${id}`,
  });
  return { token, methods, expiresAt };
}

/** Returns the digest of a mailed code, which is valid only with the token of its challenge. */
export const digestOfCode = (sealer: Sealer, token: string, code: string): Buffer => sealer.digest(`sign-in-code:${token}`, code);
