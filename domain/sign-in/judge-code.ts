import type { SignInUser } from '@innkeeper/db/tables/sign-in';
import { Failure } from '@innkeeper/model/failures';
import type { Sealer } from '@innkeeper/model/installation/sealing';
import { verifySecondFactor } from '../access/second-factor.ts';
import type { Actor } from '../actor.ts';
import type { MutatingCx } from '../context.ts';
import { signInNetwork } from './place.ts';
import { auditRefusal } from './start-session.ts';
import type { SignInThrottle } from './throttle.ts';

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
