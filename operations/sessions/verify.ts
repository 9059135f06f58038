import { timingSafeEqual } from 'node:crypto';
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
import { placeOf } from '@innkeeper/domain/sign-in/place';
import { auditRefusal } from '@innkeeper/domain/sign-in/start-session';
import type { SignInThrottle } from '@innkeeper/domain/sign-in/throttle';
import { type Failure, invalid } from '@innkeeper/model/failures';
import type { Sealer } from '@innkeeper/model/sealing';
import { digestOfCode, judgeCode, replaceSession, type SignInAnswer } from './create.ts';

/** Wrong codes; after that it begins again with the password. */
const MOST_TRIES = 5;

interface VerifySession {
  /** Of the challenge. */
  token: string;
  otp: string;
  sealer: Sealer;
  throttle: SignInThrottle;
}

/**
 * The second step of signing in. Refuses with `validation` under `sign_in_token` for one that is unknown, used, too old or was tried too
 * often, `validation` under `otp`, and `rate_limited`.
 */
export async function verifySession(
  cx: MutatingCx<Actor>,
  input: VerifySession,
): Promise<Exclude<SignInAnswer, { challenge: unknown }>> {
  const challenge = await lockChallenge(cx.db, hashSecret(input.token));
  const now = cx.clock.now();
  const user = challenge && (await findSignInUserById(cx.db, challenge.user_id, placeOf(cx)));
  if (
    !challenge ||
    challenge.done_at ||
    challenge.expires_at <= now ||
    challenge.tries >= MOST_TRIES ||
    !user ||
    user.suspended_at
  )
    return { refused: invalid('sign_in_token', 'Please sign in again: this can no longer be completed.') };
  const refused = challenge.email_code_hash
    ? await judgeEmailCode(cx, user, challenge.email_code_hash, input)
    : await judgeCode(cx, user, input);
  await updateChallenge(cx.db, challenge.id, afterTry(challenge, refused, now));
  if (refused) return { refused };
  return { started: await replaceSession(cx, user, ['password', challenge.email_code_hash ? 'email' : 'totp']) };
}

const afterTry = ({ tries }: Challenge, refused: Failure | undefined, now: Date) =>
  refused ? { tries: tries + 1 } : { done_at: now };

async function judgeEmailCode(
  cx: MutatingCx<Actor>,
  user: SignInUser,
  expected: Buffer,
  { token, otp, sealer, throttle }: VerifySession,
): Promise<Failure | undefined> {
  const counted = throttle.account(`otp:${user.id}`, { network: placeOf(cx), known: user.known_place }, cx.clock.now());
  if (timingSafeEqual(expected, digestOfCode(sealer, token, otp))) {
    counted.release();
    return undefined;
  }
  await auditRefusal(cx, 'createSession', user, 'second factor');
  return invalid('otp', NOT_VALID);
}
