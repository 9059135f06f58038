/**
 * Writes the mails of due facts. A fact is deleted in the transaction that writes its mail, so each is mailed once. A fact that cannot be
 * mailed does not stop the others (`forEachDue`).
 */
import { forEachDue } from '@innkeeper/db/tables/due';
import { deleteMailsDue, listMailsDue, takeMailDue } from '@innkeeper/db/tables/mails-due';
import { transact } from '@innkeeper/domain/context';
import { composeMail } from '@innkeeper/domain/mail/compose';
import type { JobContext } from './job.ts';

const BATCH = 500;

/** Writes the mails of due facts. A home that takes no real money drops them. Returns how many facts were handled. */
export async function composeMails(cx: JobContext): Promise<number> {
  if (cx.settings.hasTrialPayments) return deleteMailsDue(cx.db);
  return forEachDue(cx, {
    name: 'compose-mails',
    kind: 'mail',
    find: (except) => listMailsDue(cx.db, { now: cx.clock.now(), except, max: BATCH }),
    act: ({ id }) =>
      transact(cx, async (one) => {
        const due = await takeMailDue(one.db, id);
        if (due) await composeMail(one, due);
        return due !== undefined;
      }),
  });
}
