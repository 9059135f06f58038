/** Mails automatic renewals of long cycles some days ahead: one mail per account and day. */
import { forEachDue } from '@innkeeper/db/tables/due';
import { accountsToTell } from '@innkeeper/db/tables/renewals-ahead';
import { transact } from '@innkeeper/domain/context';
import { announceRenewals as announce } from '@innkeeper/domain/renewals/announce';
import { ANNOUNCED_MONTHS, announcedOn } from '@innkeeper/model/services/renewals';
import type { JobContext } from './job.ts';

const BATCH = 1_000;

/** Queues the announcements of today (UTC). Returns how many. A home that takes no real money announces nothing. */
export async function announceRenewals(cx: JobContext): Promise<number> {
  const day = announcedOn(cx.clock.now(), cx.settings.renewals);
  if (cx.settings.hasTrialPayments || !day) return 0;
  return forEachDue(cx, {
    name: 'announce-renewals',
    kind: 'account',
    // An account whose members muted the mail stays due for the day, and is read once a run.
    find: (except) => accountsToTell(cx.db, day, { months: ANNOUNCED_MONTHS, except, max: BATCH }),
    act: ({ id }) => transact(cx, (one) => announce(one, id, day)),
  });
}
