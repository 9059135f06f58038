import { forEachDue } from '@innkeeper/db/tables/due';
import { dueEmailChanges, emailChangeById, lockUser, updateEmailChange } from '@innkeeper/db/tables/email-changes';
import { type MutatingCx, transact } from '@innkeeper/domain/context';
import { switchEmail } from '@innkeeper/domain/email-change/switch';
import { emailCounts } from '@innkeeper/model/email-change';
import type { JobContext } from './job.ts';

const BATCH = 100;

/**
 * Gives users who have lost their address the new one, which they have proven and which nobody has stopped for some days. An address that another user
 * has meanwhile is told to the operator. Returns how many it has given.
 */
export function changeEmails(cx: JobContext): Promise<number> {
  return forEachDue(cx, {
    name: 'change-emails',
    kind: 'email_change',
    find: (except) => dueEmailChanges(cx.db, cx.clock.now(), { except, most: BATCH }),
    act: ({ id }) => transact(cx, (one) => change(one, id)),
  });
}

/** Returns false when it was stopped, or is not for this user any more. */
async function change(cx: MutatingCx, id: number): Promise<boolean> {
  const before = await emailChangeById(cx.db, id);
  const user = before && (await lockUser(cx.db, before.user_id));
  // It may have changed until its user was held.
  const found = user && (await emailChangeById(cx.db, id));
  if (!found || user.suspended_at !== null || !emailCounts(found, cx.clock.now())) return false;
  if (user.email !== found.old_email) {
    await updateEmailChange(cx.db, id, { outcome: 'replaced' });
    return false;
  }
  await switchEmail(cx, user, found);
  return true;
}
