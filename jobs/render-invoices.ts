/**
 * Renders requested invoice files. Invoices are issued separately (issue-invoices.ts), so a slow or broken renderer delays only downloads.
 */
import { forEachDue } from '@innkeeper/db/tables/due';
import { findDocument, insertInvoiceFile, listRequestedFiles, type RequestedFile } from '@innkeeper/db/tables/invoices/files';
import { transact } from '@innkeeper/domain/context';
import type { DocumentRenderer } from '@innkeeper/engine/documents/port';
import { documents } from '@innkeeper/engine/documents/render';
import { minutes } from '@innkeeper/model/time/clock';
import type { JobContext } from './job.ts';

/**
 * Number of files per batch. The batch is small, because files requested in the meantime wait for its end. A file takes some tenths of a
 * second, or one second for an invoice with 300 lines.
 */
const BATCH = 4;
const MAX_BACKOFF_MS = minutes(10);

/** Renders all requested files. Returns how many. */
export async function renderInvoices(cx: JobContext, renderer: DocumentRenderer = documents): Promise<number> {
  if ((await listRequestedFiles(cx.db, [], 1)).length === 0) return 0;
  return forEachDue(cx, {
    name: 'render-invoices',
    kind: 'invoice file',
    maxBackoffMs: MAX_BACKOFF_MS,
    find: (except) => listRequestedFiles(cx.db, except, BATCH),
    act: (file) => renderInvoiceFile(cx, file, renderer),
  });
}

/**
 * Renders and stores a file. Renders before the transaction, to keep the transaction short. Returns `false` if the invoice does not exist.
 */
export async function renderInvoiceFile(
  cx: JobContext,
  { invoice_id, format }: Pick<RequestedFile, 'invoice_id' | 'format'>,
  renderer: DocumentRenderer = documents,
): Promise<boolean> {
  const found = await findDocument(cx.db, invoice_id);
  if (!found) return false;
  const { document, logo } = found;
  const bytes = await renderer.render(document, format, { logo });
  await transact(cx, ({ db, clock }) => insertInvoiceFile(db, { invoice_id, format, bytes, now: clock.now() }));
  return true;
}
