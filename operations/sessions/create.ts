import { lockPassword } from '@innkeeper/db/tables/passwords';
import type { Actor } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import type { CheckedPassword } from '@innkeeper/domain/passwords/check';
import { challengeOf, type SignInAnswer } from '@innkeeper/domain/sign-in/challenge';
import { judgeCode } from '@innkeeper/domain/sign-in/judge-code';
import { replaceSession } from '@innkeeper/domain/sign-in/replace-session';
import { auditRefusal } from '@innkeeper/domain/sign-in/start-session';
import type { SignInThrottle } from '@innkeeper/domain/sign-in/throttle';
import { Failure } from '@innkeeper/model/failures';
import type { Sealer } from '@innkeeper/model/sealing';

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
