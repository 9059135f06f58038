import { updateEmailChange } from '@innkeeper/db/tables/email-changes';
import type { Actor } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { lockEmailChangeOf, noSuchEmailChange } from '@innkeeper/domain/email-change/by-secret';
import { switchEmail } from '@innkeeper/domain/email-change/switch';
import type { SignInThrottle } from '@innkeeper/domain/sign-in/throttle';
import { emailConfirmation } from '@innkeeper/model/email-change';

/**
 * Confirms from one of the addresses. Returns whether the user has the new one now. Throws what `lockEmailChangeOf` and `switchEmail` throw, and
 * `validation` under `secret` for a link that works no longer.
 */
export async function confirmEmailChange(
  cx: MutatingCx<Actor>,
  input: { secret: string; throttle: SignInThrottle },
): Promise<boolean> {
  const { change, side, user } = await lockEmailChangeOf(cx, input);
  const now = cx.clock.now();
  const next = emailConfirmation(change, side, now);
  if (next === 'done') return true;
  // Whoever has another address by now did not ask for this from it.
  if (next === 'gone' || user.email !== change.old_email) throw noSuchEmailChange();
  await updateEmailChange(cx.db, change.id, side === 'new' ? { new_confirmed_at: now } : { old_confirmed_at: now });
  if (next === 'waits') return false;
  await switchEmail(cx, user, change);
  return true;
}
