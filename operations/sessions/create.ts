import { randomInt } from 'node:crypto';
import { holdPassword } from '@innkeeper/db/tables/passwords';
import { endSessions, hashSecret, newSecret } from '@innkeeper/db/tables/sessions';
import { countEmailCodes, insertChallenge, type SignInUser } from '@innkeeper/db/tables/sign-in';
import { takeSecondFactor } from '@innkeeper/domain/access/second-factor';
import type { Actor } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { queueMailToUser } from '@innkeeper/domain/mail/to-user';
import { placeOf } from '@innkeeper/domain/sign-in/place';
import { auditRefusal, type ByProvider, type StartAnswer, startSession } from '@innkeeper/domain/sign-in/start-session';
import type { SignInThrottle } from '@innkeeper/domain/sign-in/throttle';
import { hours, minutes } from '@innkeeper/model/clock';
import { Failure } from '@innkeeper/model/failures';
import type { Sealer } from '@innkeeper/model/sealing';
import type { CheckedPassword } from './check-password.ts';

/** Long enough to look for a telephone, or for a mail to arrive. */
const CHALLENGE_MS = minutes(10);
const CODES_AN_HOUR = 5;

export type SecondFactor = 'totp' | 'recovery_code' | 'email' | 'passkey';

export type SignInAnswer =
  | StartAnswer
  | { readonly challenge: { token: string; methods: readonly SecondFactor[]; expiresAt: Date } };

/**
 * Opens a session for who gave the right password, and a second factor where the user has one: in the same request, or with the token of the
 * challenge that is answered. Whoever was signed in with the same browser no longer is. Refuses with `wrong_credentials`, whatever was
 * wrong, `validation` under `otp`, and `rate_limited` after too many wrong codes or codes that were sent.
 */
export async function createSession(
  cx: MutatingCx<Actor>,
  input: { checked: CheckedPassword; otp?: string | undefined; sealer: Sealer; throttle: SignInThrottle },
): Promise<SignInAnswer> {
  const { user, fits } = input.checked;
  // It was judged before the transaction: whoever has changed it since ends what it opens.
  if (!user || !fits || !(await holdPassword(cx.db, user))) {
    await auditRefusal(cx, 'createSession', user, 'password');
    return { refused: new Failure('wrong_credentials') };
  }
  if (user.has_totp && input.otp !== undefined) {
    const refused = await judgeCode(cx, user, { ...input, otp: input.otp });
    return refused ? { refused } : replaceSession(cx, user, ['password', 'totp']);
  }
  return (await challengeOf(cx, user, input)) ?? replaceSession(cx, user, ['password']);
}

/** Undefined for a user without a second factor. `by`: of the identity provider that was the first one. */
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

/** Undefined when it is right, and taken. */
export async function judgeCode(
  cx: MutatingCx<Actor>,
  user: Pick<SignInUser, 'id' | 'known_place'>,
  { otp, sealer, throttle }: { otp: string; sealer: Sealer; throttle: SignInThrottle },
): Promise<Failure | undefined> {
  const counted = throttle.account(`otp:${user.id}`, { network: placeOf(cx), known: user.known_place }, cx.clock.now());
  try {
    await takeSecondFactor(cx, sealer, { userId: user.id, otp, recovery: true });
    counted.release();
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await auditRefusal(cx, 'createSession', user, 'second factor');
    return error;
  }
}

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

/** With the sealer: a code is sent by e-mail. */
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
    once: `sign-in-code:${id}`,
  });
  return { token, methods, expiresAt };
}

export const digestOfCode = (sealer: Sealer, token: string, code: string): Buffer => sealer.digest(`sign-in-code:${token}`, code);
