/**
 * Issues the invoices that payments, refunds and waiting orders have queued: a batch in a transaction that holds the counters, so that numbers have no
 * gap and no order ever waits for them. Should a batch fail, its invoices are issued one by one, and the one that can't be is
 * passed over for a while (`forEachDue`).
 */
import { alertOnce, openAlertsOf } from '@innkeeper/db/tables/alerts';
import { forEachDue } from '@innkeeper/db/tables/due';
import { dueInvoiceIds, holdDueInvoice, holdDueInvoices, ISSUING, isAnyInvoiceDue } from '@innkeeper/db/tables/invoices/due';
import { isDatabaseUnavailable } from '@innkeeper/db/transaction';
import { transact } from '@innkeeper/domain/context';
import { issue, NO_SELLER, namedSeller } from '@innkeeper/domain/invoices/issue';
import { hours } from '@innkeeper/model/clock';
import type { JobContext } from './job.ts';

/** At a time: some 100 ms, in which no other worker issues, and some MB. */
const BATCH = { documents: 200, lines: 2_000 };
const LONGEST_PAUSE_MS = hours(1);

/** Returns how many documents were issued. */
export async function issueInvoices(cx: JobContext): Promise<number> {
  if (!(await isAnyInvoiceDue(cx.db))) return 0;
  if (!(await namedSeller(cx.db))) return tellOfNoSeller(cx);
  let issued = 0;
  for (;;) {
    const batch = await issueBatch(cx).catch((error: unknown) => {
      // That is no fault of an invoice: the next run sees them all again.
      if (isDatabaseUnavailable(error)) throw error;
      return undefined;
    });
    if (batch === undefined) return issued + (await issueEach(cx));
    issued += batch.issued;
    // Credit notes follow when the originals that they correct are there.
    if (batch.held === 0) break;
  }
  return issued + (await retryFailed(cx));
}

/** Looked up first: nobody may name a seller for days, and there is a look each second. */
async function tellOfNoSeller({ db }: JobContext): Promise<0> {
  if ((await openAlertsOf(db, NO_SELLER.kind)).length > 0) return 0;
  const message =
    'Invoices cannot be issued, because the catalogue has no seller. Add the seller to catalogue.yaml and run ./innkeeper catalogue apply.';
  await alertOnce(db, { ...NO_SELLER, message });
  return 0;
}

async function issueBatch(cx: JobContext): Promise<{ held: number; issued: number }> {
  return transact(cx, async (one) => {
    const seller = await namedSeller(one.db);
    if (!seller) return { held: 0, issued: 0 };
    const due = await holdDueInvoices(one.db, BATCH);
    return { held: due.length, issued: due.length > 0 ? await issue(one, due, seller) : 0 };
  });
}

async function retryFailed(cx: JobContext): Promise<number> {
  const failed = await cx.db.selectFrom('due_failures').select('item_id').where('work', '=', ISSUING).limit(1).execute();
  return failed.length > 0 ? issueEach(cx) : 0;
}

function issueEach(cx: JobContext): Promise<number> {
  return forEachDue(cx, {
    name: ISSUING,
    kind: 'invoice',
    longestPauseMs: LONGEST_PAUSE_MS,
    find: (except) => dueInvoiceIds(cx.db, except, BATCH.documents),
    act: ({ id }) =>
      transact(cx, async (one) => {
        const seller = await namedSeller(one.db);
        if (!seller) return false;
        const due = await holdDueInvoice(one.db, id);
        return due !== undefined && (await issue(one, [due], seller)) > 0;
      }),
  });
}
