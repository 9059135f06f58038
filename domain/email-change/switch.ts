import { type EmailChangeRow, type LockedUser, updateEmail, updateEmailChange } from '@innkeeper/db/tables/email-changes';
import { endPasswordResets } from '@innkeeper/db/tables/passwords';
import { endSessions } from '@innkeeper/db/tables/sessions';
import { endChallenges } from '@innkeeper/db/tables/sign-in';
import { brokeConstraint } from '@innkeeper/db/transaction';
import { Failure } from '@innkeeper/model/failures';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { queueMailToUser } from '../mail/to-user.ts';

/**
 * Sets the new address of a locked user and mails both addresses. Password reset links, pending challenges and all other sessions end. The
 * session that requested the change stays. A change requested by staff has no session, so all sessions end.
 *
 * Throws `wrong_state` if another user has taken the new address.
 */
export async function switchEmail(cx: MutatingCx, user: LockedUser, change: EmailChangeRow): Promise<void> {
  const { db, clock, clientAddress: from = '' } = cx;
  const now = clock.now();
  const { id, email, session_id, requested_by } = change;
  try {
    await updateEmail(db, user.id, email);
  } catch (error) {
    if (!brokeConstraint(error, 'users_email_key')) throw error;
    throw new Failure('wrong_state', { message: 'Another user already has this address. Choose a different address.' });
  }
  await updateEmailChange(db, id, { outcome: 'changed' });
  await endPasswordResets(db, user.id, now);
  await endChallenges(db, user.id, now);
  const ended = await endSessions(db, { userId: user.id, except: session_id ?? undefined, now });
  const data = { before: user.email, after: email, at: now.getTime() };
  for (const address of [user.email, email])
    await queueMailToUser(
      cx,
      { ...user, email: address },
      {
        accountId: null,
        template: 'email-changed',
        data,
        dedupeKey: `email-changed:${id}:${address}`,
      },
    );
  const memberships = db.selectFrom('memberships').select('account_id').where('user_id', '=', user.id).orderBy('account_id');
  const asked = requested_by !== null && { requested_by };
  for (const { account_id: accountId } of await memberships.execute()) {
    // A job makes the change when its waiting time is over. Otherwise a visitor has confirmed it by link.
    const byTime = cx.actor.kind === 'job';
    const actor = byTime ? cx.actor : ({ kind: 'visitor', accountId, userId: user.id } as const);
    const action = byTime ? 'user.email-changed' : 'confirmEmailChange';
    const details = { before: user.email, after: email, ...(!byTime && { from }), ended, ...asked };
    await audit({ ...cx, actor }, action, { kind: 'user', id: user.id, accountId }, details);
  }
}
