import { randomInt } from 'node:crypto';
import { lockPassword } from '@innkeeper/db/tables/passwords';
import { endSessions, hashSecret, newSecret } from '@innkeeper/db/tables/sessions';
import { countEmailCodes, insertChallenge, type SignInUser } from '@innkeeper/db/tables/sign-in';
import { verifySecondFactor } from '@innkeeper/domain/access/second-factor';
import type { Actor } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { queueMailToUser } from '@innkeeper/domain/mail/to-user';
import type { CheckedPassword } from '@innkeeper/domain/passwords/check';
import { signInNetwork } from '@innkeeper/domain/sign-in/place';
import { auditRefusal, type ByProvider, type StartAnswer, startSession } from '@innkeeper/domain/sign-in/start-session';
import type { SignInThrottle } from '@innkeeper/domain/sign-in/throttle';
import { hours, minutes } from '@innkeeper/model/clock';
import { Failure } from '@innkeeper/model/failures';
import type { Sealer } from '@innkeeper/model/sealing';

/** Long enough to find a phone, or for a mail to arrive. */
const CHALLENGE_MS = minutes(10);
const CODES_AN_HOUR = 5;

export type SecondFactor = 'totp' | 'recovery_code' | 'email' | 'passkey';

export type SignInAnswer =
  | StartAnswer
  | { readonly challenge: { token: string; methods: readonly SecondFactor[]; expiresAt: Date } };

/**
 * Opens a session after the right password, and ends the browser's previous session. A second factor is either part of the request, or
 * answers the returned challenge.
 *
 * Returns `wrong_credentials` for every reason, or `validation` for `otp`, or `rate_limited` after too many wrong or sent codes.
 */
export async function createSession(
  cx: MutatingCx<Actor>,
  input: { checked: CheckedPassword; otp?: string | undefined; sealer: Sealer; throttle: SignInThrottle },
): Promise<SignInAnswer> {
  const { user, fits } = input.checked;
  // The password was verified before the transaction, so check that it has not changed. The lock makes a later change end this session.
  if (!user || !fits || !(await lockPassword(cx.db, user))) {
    await auditRefusal(cx, 'createSession', user, 'password');
    return { refused: new Failure('wrong_credentials') };
  }
  if (user.has_totp && input.otp !== undefined) {
    const refused = await judgeCode(cx, user, { ...input, otp: input.otp });
    return refused ? { refused } : replaceSession(cx, user, ['password', 'totp']);
  }
  return (await challengeOf(cx, user, input)) ?? replaceSession(cx, user, ['password']);
}

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

/** Verifies a code and invalidates it. Returns the failure, or `undefined` if the code is right. */
export async function judgeCode(
  cx: MutatingCx<Actor>,
  user: Pick<SignInUser, 'id' | 'known_place'>,
  { otp, sealer, throttle }: { otp: string; sealer: Sealer; throttle: SignInThrottle },
): Promise<Failure | undefined> {
  const counted = throttle.account(`otp:${user.id}`, { network: signInNetwork(cx), known: user.known_place }, cx.clock.now());
  try {
    await verifySecondFactor(cx, sealer, { userId: user.id, otp, recovery: true });
    counted.release();
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await auditRefusal(cx, 'createSession', user, 'second factor');
    return error;
  }
}

/** Starts a session and ends the browser's previous one. If the start is refused, the previous session continues. */
export async function replaceSession(
  cx: MutatingCx<Actor>,
  user: SignInUser,
  methods: Parameters<typeof startSession>[2],
  by?: ByProvider,
): Promise<StartAnswer> {
  const { actor } = cx;
  const answer = await startSession(cx, user, methods, by);
  if ('refused' in answer) return answer;
  if (actor.kind === 'session') await endSessions(cx.db, { userId: actor.userId, only: actor.id, now: cx.clock.now() });
  return answer;
}

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
