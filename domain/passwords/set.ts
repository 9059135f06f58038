import { endPasswordResets, type ResetRecipient, updatePassword } from '@innkeeper/db/tables/passwords';
import { endSessions } from '@innkeeper/db/tables/sessions';
import { endChallenges } from '@innkeeper/db/tables/sign-in';
import type { MutatingCx } from '../context.ts';
import { queueMailToUser } from '../mail/to-user.ts';

/**
 * Sets the password of a user, mails the user, and returns the number of sessions that ended.
 *
 * Ends all sessions except `except`, all sign-ins that wait for a second factor, and all password reset links. The user's row is updated
 * first. The update waits for a concurrent sign-in, which locks the row (`lockPassword`), so that its session ends too.
 */
export async function setPassword(
  cx: MutatingCx,
  user: ResetRecipient,
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
    dedupeKey: `password-changed:${user.id}:${now.getTime()}`,
  });
  return ended;
}
