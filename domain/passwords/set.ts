import { endPasswordResets, type Receiver, updatePassword } from '@innkeeper/db/tables/passwords';
import { endSessions } from '@innkeeper/db/tables/sessions';
import { endChallenges } from '@innkeeper/db/tables/sign-in';
import type { MutatingCx } from '../context.ts';
import { queueMailToUser } from '../mail/to-user.ts';

/**
 * Sets the password of a user, and tells the user. Whatever the one before has opened ends: sessions but `except`, sign-ins that wait for a
 * second factor, links for a new password. The user's row is changed first, so that who signs in at this moment is seen
 * (`holdPassword`). Returns how many sessions ended.
 */
export async function setPassword(
  cx: MutatingCx,
  user: Receiver,
  { hash, except }: { hash: string; except?: number | undefined },
): Promise<number> {
  const { db } = cx;
  const now = cx.clock.now();
  await updatePassword(db, user.id, hash);
  await endPasswordResets(db, user.id, now);
  await endChallenges(db, user.id, now);
  const ended = await endSessions(db, { userId: user.id, except, now });
  await queueMailToUser(cx, user, {
    accountId: null,
    template: 'password-changed',
    data: { at: now.getTime(), address: cx.clientAddress ?? '' },
    once: `password-changed:${user.id}:${now.getTime()}`,
  });
  return ended;
}
