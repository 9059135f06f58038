import { isIP } from 'node:net';
import { countSignUps, insertSignUp, signUpSettings } from '@innkeeper/db/tables/sign-up';
import type { Actor } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { signInNetwork } from '@innkeeper/domain/sign-in/place';
import type { SignInThrottle } from '@innkeeper/domain/sign-in/throttle';
import { days } from '@innkeeper/model/clock';
import { Failure } from '@innkeeper/model/failures';
import { signUpRefusal } from '@innkeeper/model/sign-up';

/**
 * Stores the address without looking up its user, so that the response reveals nothing. A job looks up the user and sends a mail
 * (`sendSignUpLink`).
 *
 * Throws `wrong_state` while sign-up is not open to everyone, `rate_limited` after too many requests, and `unavailable` if the
 * installation's limit for 24 hours is reached.
 */
export async function createSignUp(
  cx: MutatingCx<Actor>,
  { email, language, throttle }: { email: string; language: string; throttle: SignInThrottle },
): Promise<void> {
  const { db, clock, settings, clientAddress = '' } = cx;
  const refusal = signUpRefusal((await signUpSettings(db)).mode, { invited: false });
  if (refusal !== undefined) throw new Failure('wrong_state', { message: refusal });
  const now = clock.now();
  throttle.mail(signInNetwork(cx), now);
  const max = settings.signUpsADay;
  if ((await countSignUps(db, { since: new Date(now.getTime() - days(1)), max })) >= max)
    throw new Failure('unavailable', { message: 'There are too many sign-ups at the moment. Try again later.' });
  await insertSignUp(db, { email, language, from: isIP(clientAddress) ? clientAddress : null, now });
}
