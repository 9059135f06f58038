import { isIP } from 'node:net';
import { insertPasswordReset } from '@innkeeper/db/tables/passwords';
import type { Actor } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { placeOf } from '@innkeeper/domain/sign-in/place';
import type { SignInThrottle } from '@innkeeper/domain/sign-in/throttle';

/**
 * Notes the address, and does nothing that depends on whose it is: a job finds out, and sends the link (`sendPasswordReset`). Throws `rate_limited`
 * for who asks too often.
 */
export async function createPasswordReset(
  cx: MutatingCx<Actor>,
  { email, throttle }: { email: string; throttle: SignInThrottle },
): Promise<void> {
  const now = cx.clock.now();
  throttle.mail(placeOf(cx), now);
  const { clientAddress = '' } = cx;
  await insertPasswordReset(cx.db, { email, from: isIP(clientAddress) ? clientAddress : null, now });
}
