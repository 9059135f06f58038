import { forEachDue } from '@innkeeper/db/tables/due';
import { dueEmailChanges, emailChangeById, lockUser, updateEmailChange } from '@innkeeper/db/tables/email-changes';
import { type MutatingCx, transact } from '@innkeeper/domain/context';
import { switchEmail } from '@innkeeper/domain/email-change/switch';
import { isEmailChangeDue } from '@innkeeper/model/people/email-change';
import type { JobContext } from './job.ts';

const BATCH = 100;

/**
 * Changes the addresses of users who lost their old mailbox. The user has proved the new address, and the change was not stopped for some
 * days. If another user has the address by now, the operator gets an alert. Returns how many were changed.
 */
export function changeEmails(cx: JobContext): Promise<number> {
  return forEachDue(cx, {
    name: 'change-emails',
    kind: 'email_change',
    find: (except) => dueEmailChanges(cx.db, cx.clock.now(), { except, max: BATCH }),
    act: ({ id }) => transact(cx, (one) => change(one, id)),
  });
}

/** Changes the address. Returns false if the change was stopped or no longer applies to the user. */
async function change(cx: MutatingCx, id: number): Promise<boolean> {
  const before = await emailChangeById(cx.db, id);
  const user = before && (await lockUser(cx.db, before.user_id));
  // The change may have been modified before its user was locked.
  const found = user && (await emailChangeById(cx.db, id));
  if (!found || user.suspended_at !== null || !isEmailChangeDue(found, cx.clock.now())) return false;
  if (user.email !== found.old_email) {
    await updateEmailChange(cx.db, id, { outcome: 'replaced' });
    return false;
  }
  await switchEmail(cx, user, found);
  return true;
}
