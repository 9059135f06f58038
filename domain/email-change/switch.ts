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
 * Gives a user, who is held, the new address, and tells both. What came by the address of before ends: links for a new password, sign-ins that wait
 * for a code, and sessions but the one in which it was asked for. Throws `wrong_state` when another user has the new address by now.
 */
export async function switchEmail(cx: MutatingCx, user: LockedUser, change: EmailChangeRow): Promise<void> {
  const { db, clock, clientAddress: from = '' } = cx;
  const now = clock.now();
  const { id, email, session_id } = change;
  try {
    await updateEmail(db, user.id, email);
  } catch (error) {
    if (!brokeConstraint(error, 'users_email_key')) throw error;
    throw new Failure('wrong_state', { message: 'Another user has this address. Please choose another one.' });
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
        ...{ accountId: null, template: 'email-changed', data },
        once: `email-changed:${id}:${address}`,
      },
    );
  const memberships = db.selectFrom('memberships').select('account_id').where('user_id', '=', user.id).orderBy('account_id');
  for (const { account_id: accountId } of await memberships.execute()) {
    const actor = { kind: 'visitor', accountId, userId: user.id } as const;
    const details = { before: user.email, after: email, from, ended };
    await audit({ ...cx, actor }, 'confirmEmailChange', { kind: 'user', id: user.id }, details);
  }
}
