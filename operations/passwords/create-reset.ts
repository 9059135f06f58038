import { isIP } from 'node:net';
import { insertPasswordReset } from '@innkeeper/db/tables/passwords';
import type { Actor } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { signInNetwork } from '@innkeeper/domain/sign-in/place';
import type { SignInThrottle } from '@innkeeper/domain/sign-in/throttle';

/**
 * Stores the address without looking up its user, so that the response reveals nothing. A job looks up the user and sends the link
 * (`sendPasswordReset`). Throws `rate_limited` after too many requests.
 */
export async function createPasswordReset(
  cx: MutatingCx<Actor>,
  { email, throttle }: { email: string; throttle: SignInThrottle },
): Promise<void> {
  const now = cx.clock.now();
  throttle.mail(signInNetwork(cx), now);
  const { clientAddress = '' } = cx;
  await insertPasswordReset(cx.db, { email, from: isIP(clientAddress) ? clientAddress : null, now });
}
