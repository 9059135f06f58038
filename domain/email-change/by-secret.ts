import { type EmailChangeRow, findEmailChangeByHash, type LockedUser, lockUser } from '@innkeeper/db/tables/email-changes';
import { hashSecret } from '@innkeeper/db/tables/sessions';
import type { EmailSide } from '@innkeeper/model/email-change';
import { invalid } from '@innkeeper/model/failures';
import type { MutatingCx } from '../context.ts';
import { placeOf } from '../sign-in/place.ts';
import type { SignInThrottle } from '../sign-in/throttle.ts';

/** Of a link that works no longer. */
export const noSuchEmailChange = () =>
  invalid('secret', 'This link is no longer valid: it has expired, or the change was stopped or replaced. Start a new change.');

export interface FoundEmailChange {
  change: EmailChangeRow;
  side: EmailSide;
  user: LockedUser;
}

/**
 * The change that a link is about, with its user, who is held until the transaction ends. Throws `validation` under `secret` for one that is none,
 * or whose user is suspended, and `rate_limited` after too many of these.
 */
export async function lockEmailChangeOf(
  cx: MutatingCx,
  { secret, throttle }: { secret: string; throttle: SignInThrottle },
): Promise<FoundEmailChange> {
  const tried = throttle.address(placeOf(cx), cx.clock.now());
  const hash = hashSecret(secret);
  const before = await findEmailChangeByHash(cx.db, hash);
  const user = before && (await lockUser(cx.db, before.change.user_id));
  // It may have changed until its user was held.
  const found = user && (await findEmailChangeByHash(cx.db, hash));
  if (!found || user.suspended_at !== null) throw noSuchEmailChange();
  tried.release();
  return { ...found, user };
}
