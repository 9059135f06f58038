import { type EmailChangeRow, findEmailChangeByHash, type LockedUser, lockUser } from '@innkeeper/db/tables/email-changes';
import { hashSecret } from '@innkeeper/db/tables/sessions';
import { invalid } from '@innkeeper/model/failures';
import type { EmailSide } from '@innkeeper/model/people/email-change';
import type { MutatingCx } from '../context.ts';
import { signInNetwork } from '../sign-in/place.ts';
import type { SignInThrottle } from '../sign-in/throttle.ts';

/** Returns the failure for a link that is no longer valid. */
export const noSuchEmailChange = () =>
  invalid('secret', 'This link is no longer valid: it has expired, or the change was stopped or replaced. Start a new change.');

export interface FoundEmailChange {
  change: EmailChangeRow;
  side: EmailSide;
  user: LockedUser;
}

/**
 * Returns the change of a link with its user, and locks the user until the transaction ends. Throws `validation` for `secret` if the link
 * is not valid or the user is suspended, and `rate_limited` after too many such attempts.
 */
export async function lockEmailChangeOf(
  cx: MutatingCx,
  { secret, throttle }: { secret: string; throttle: SignInThrottle },
): Promise<FoundEmailChange> {
  const tried = throttle.address(signInNetwork(cx), cx.clock.now());
  const hash = hashSecret(secret);
  const before = await findEmailChangeByHash(cx.db, hash);
  const user = before && (await lockUser(cx.db, before.change.user_id));
  // The change may have ended before the user was locked.
  const found = user && (await findEmailChangeByHash(cx.db, hash));
  if (!found || user.suspended_at !== null) throw noSuchEmailChange();
  tried.release();
  return { ...found, user };
}
