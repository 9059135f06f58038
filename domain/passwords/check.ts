import { findSignInUser, findSignInUserById, type SignInUser } from '@innkeeper/db/tables/sign-in';
import type { Cx } from '../context.ts';
import { signInNetwork } from '../sign-in/place.ts';
import type { SignInThrottle } from '../sign-in/throttle.ts';
import type { UserPasswords } from './hash.ts';

export interface CheckedPassword {
  /** User with this address, also if the password is wrong. */
  readonly user: SignInUser | undefined;
  readonly fits: boolean;
}

export interface SignInParts {
  passwords: UserPasswords;
  throttle: SignInThrottle;
}

type ReadingCx = Pick<Cx, 'db' | 'clock' | 'clientAddress'>;

/**
 * Verifies a password. Call it outside a transaction, because hashing takes long. The call takes the same time for an unknown user or a
 * user without a password. Throws `rate_limited` after too many wrong passwords, and the errors of `UserPasswords.verify`.
 */
export function checkPassword(
  cx: ReadingCx,
  { email, password }: { email: string; password: string },
  parts: SignInParts,
): Promise<CheckedPassword> {
  return judge(cx, password, parts, async (network) => ({ email, user: await findSignInUser(cx.db, email, network) }));
}

/** Verifies the password of the signed-in user, like `checkPassword`. */
export function checkOwnPassword(
  cx: ReadingCx & { actor: { userId: number } },
  { password }: { password: string },
  parts: SignInParts,
): Promise<CheckedPassword> {
  return judge(cx, password, parts, async (network) => {
    const user = await findSignInUserById(cx.db, cx.actor.userId, network);
    return { email: user?.email ?? '', user };
  });
}

async function judge(
  cx: ReadingCx,
  password: string,
  { passwords, throttle }: SignInParts,
  find: (network: string) => Promise<{ email: string; user: SignInUser | undefined }>,
): Promise<CheckedPassword> {
  const network = signInNetwork(cx);
  const now = cx.clock.now();
  const tries = [throttle.address(network, now)];
  const release = (): void => {
    for (const one of tries.splice(0)) one.release();
  };
  const { email, user } = await find(network);
  const isKnown = user?.known_place ?? false;
  tries.push(throttle.account(`password:${email.toLowerCase()}`, { network, known: isKnown }, now));
  try {
    const fits =
      (await passwords.verify(user?.password_hash ?? null, password, { network, isKnown })) && user?.suspended_at === null;
    if (fits) release();
    return { user, fits };
  } catch (error) {
    // The password was not verified, so the attempt does not count.
    release();
    throw error;
  }
}
