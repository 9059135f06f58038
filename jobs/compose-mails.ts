/**
 * Writes the mails of due facts. A fact is deleted in the transaction that writes its mail, so each is mailed once. A fact that cannot be
 * mailed does not stop the others (`forEachDue`). While the API is away, mails wait that name a time which its next heartbeat postpones.
 */
import { forEachDue } from '@innkeeper/db/tables/due';
import { deleteMailsDue, listMailsDue, takeMailDue } from '@innkeeper/db/tables/mails-due';
import { isAway } from '@innkeeper/db/tables/service-beats';
import { transact } from '@innkeeper/domain/context';
import { composeMail } from '@innkeeper/domain/mail/compose';
import { POSTPONED_BY_OUTAGE } from '@innkeeper/model/mail/facts';
import type { JobContext } from './job.ts';

const BATCH = 500;
const POSTPONED: ReadonlySet<string> = new Set(POSTPONED_BY_OUTAGE);

/** Writes the mails of due facts. A home that takes no real money drops them. Returns how many facts were handled. */
export async function composeMails(cx: JobContext): Promise<number> {
  if (cx.settings.hasTrialPayments) return deleteMailsDue(cx.db);
  return forEachDue(cx, {
    name: 'compose-mails',
    kind: 'mail',
    async find(except) {
      const now = cx.clock.now();
      const exceptKinds = (await isAway(cx.db, 'api', now)) ? POSTPONED_BY_OUTAGE : [];
      return listMailsDue(cx.db, { now, except, exceptKinds, max: BATCH });
    },
    act: ({ id, kind }) =>
      transact(cx, async (one) => {
        if (POSTPONED.has(kind) && (await isAway(one.db, 'api', one.clock.now()))) return false;
        const due = await takeMailDue(one.db, id);
        if (due) await composeMail(one, due);
        return due !== undefined;
      }),
  });
}
