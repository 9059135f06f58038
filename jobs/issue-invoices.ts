/**
 * Issues the invoices queued by payments, refunds and waiting orders. A batch is one transaction that locks the counters, so numbers have
 * no gaps and no order waits for them. If a batch fails, its invoices are issued one by one. The failing one is retried later
 * (`forEachDue`).
 */
import { type Alert, alertOnce, openAlertsOf } from '@innkeeper/db/tables/alerts';
import { forEachDue } from '@innkeeper/db/tables/due';
import {
  type DueInvoice,
  dueInvoiceIds,
  ISSUING,
  isAnyInvoiceDue,
  lockDueInvoice,
  lockDueInvoices,
} from '@innkeeper/db/tables/invoices/due';
import { isDatabaseUnavailable } from '@innkeeper/db/transaction';
import { type MutatingCx, transact } from '@innkeeper/domain/context';
import { findIssuer, issueDocuments } from '@innkeeper/domain/invoices/issue';
import { hours } from '@innkeeper/model/time/clock';
import type { InvoicesContext } from './job.ts';

/** Maximum size of a batch. It takes about 100 ms, in which no other worker issues invoices, and a few MB. */
const BATCH = { documents: 200, lines: 2_000 };
const MAX_BACKOFF_MS = hours(1);

/** Issues due invoices. Returns how many documents were issued. */
export async function issueInvoices(cx: InvoicesContext): Promise<number> {
  if (!(await isAnyInvoiceDue(cx.db))) return 0;
  const issuer = await findIssuer(cx.db);
  if ('waits' in issuer) return alertWaiting(cx, issuer.waits);
  let issued = 0;
  for (;;) {
    const batch = await issueBatch(cx).catch((error: unknown) => {
      // Not the fault of an invoice. The next run retries all of them.
      if (isDatabaseUnavailable(error)) throw error;
      return undefined;
    });
    if (batch === undefined) return issued + (await issueEach(cx));
    issued += batch.issued;
    // Credit notes follow once the originals that they correct exist.
    if (batch.held === 0) break;
  }
  return issued + (await retryFailed(cx));
}

/** Opens the alert unless one is open. It is checked first, because the cause may last for days and the job runs every second. */
async function alertWaiting({ db }: InvoicesContext, alert: Alert): Promise<0> {
  if ((await openAlertsOf(db, alert.kind)).length === 0) await alertOnce(db, alert);
  return 0;
}

async function issueBatch(cx: InvoicesContext): Promise<{ held: number; issued: number }> {
  return transact(cx, async (one) => {
    const due = await lockDueInvoices(one.db, BATCH);
    return { held: due.length, issued: due.length > 0 ? await issueHeld(one, due) : 0 };
  });
}

/** Issues invoices. Their numbers are in the journal before others can see them, because the commit comes last. */
async function issueHeld(cx: InvoicesContext & MutatingCx, due: readonly DueInvoice[]): Promise<number> {
  const issuer = await findIssuer(cx.db);
  if ('waits' in issuer) return 0;
  const { documents, last } = await issueDocuments(cx, due, issuer.seller);
  await cx.invoiceJournal.append(last, cx.clock.now());
  return documents;
}

async function retryFailed(cx: InvoicesContext): Promise<number> {
  const failed = await cx.db.selectFrom('due_failures').select('item_id').where('work', '=', ISSUING).limit(1).execute();
  return failed.length > 0 ? issueEach(cx) : 0;
}

function issueEach(cx: InvoicesContext): Promise<number> {
  return forEachDue(cx, {
    name: ISSUING,
    kind: 'invoice',
    maxBackoffMs: MAX_BACKOFF_MS,
    find: (except) => dueInvoiceIds(cx.db, except, BATCH.documents),
    act: ({ id }) =>
      transact(cx, async (one) => {
        const due = await lockDueInvoice(one.db, id);
        return due.length > 0 && (await issueHeld(one, due)) > 0;
      }),
  });
}
