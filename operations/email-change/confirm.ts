import { updateEmailChange } from '@innkeeper/db/tables/email-changes';
import type { Actor } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { lockEmailChangeOf, noSuchEmailChange } from '@innkeeper/domain/email-change/by-secret';
import { switchEmail } from '@innkeeper/domain/email-change/switch';
import type { SignInThrottle } from '@innkeeper/domain/sign-in/throttle';
import { emailConfirmation } from '@innkeeper/model/email-change';

/**
 * Confirms an email change from one of the two addresses. Returns whether the change is complete. Throws `validation` for `secret` if the
 * link is no longer valid, and the errors of `lockEmailChangeOf` and `switchEmail`.
 */
export async function confirmEmailChange(
  cx: MutatingCx<Actor>,
  input: { secret: string; throttle: SignInThrottle },
): Promise<boolean> {
  const { change, side, user } = await lockEmailChangeOf(cx, input);
  const now = cx.clock.now();
  const next = emailConfirmation(change, side, now);
  if (next === 'done') return true;
  // Also refuse the link if the address has changed since the request, because the request belongs to the previous address.
  if (next === 'gone' || user.email !== change.old_email) throw noSuchEmailChange();
  await updateEmailChange(cx.db, change.id, side === 'new' ? { new_confirmed_at: now } : { old_confirmed_at: now });
  if (next === 'waits') return false;
  await switchEmail(cx, user, change);
  return true;
}
