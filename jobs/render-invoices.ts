/**
 * Renders the files of invoices that somebody waits for. Numbers are given without them (issue-invoices.ts), so a renderer that is slow or broken
 * holds up nothing but downloads.
 */
import { forEachDue } from '@innkeeper/db/tables/due';
import { findDocument, insertInvoiceFile, type WantedFile, wantedFiles } from '@innkeeper/db/tables/invoices/files';
import { transact } from '@innkeeper/domain/context';
import type { DocumentRenderer } from '@innkeeper/engine/documents/port';
import { documents } from '@innkeeper/engine/documents/render';
import { minutes } from '@innkeeper/model/clock';
import type { JobContext } from './job.ts';

/** Few, since who asks meanwhile waits for the batch: some tenths of a second a file, a second for 300 lines. */
const BATCH = 4;
const LONGEST_PAUSE_MS = minutes(10);

/** Returns how many were rendered. */
export async function renderInvoices(cx: JobContext, renderer: DocumentRenderer = documents): Promise<number> {
  if ((await wantedFiles(cx.db, [], 1)).length === 0) return 0;
  return forEachDue(cx, {
    name: 'render-invoices',
    kind: 'invoice file',
    longestPauseMs: LONGEST_PAUSE_MS,
    find: (except) => wantedFiles(cx.db, except, BATCH),
    act: (wanted) => render(cx, renderer, wanted),
  });
}

/** Outside of a transaction, which would last as long. */
async function render(cx: JobContext, renderer: DocumentRenderer, { invoice_id, format }: WantedFile): Promise<boolean> {
  const found = await findDocument(cx.db, invoice_id);
  if (!found) return false;
  const { document, logo } = found;
  const bytes = await renderer.render(document, format, { logo });
  await transact(cx, ({ db, clock }) => insertInvoiceFile(db, { invoice_id, format, bytes, now: clock.now() }));
  return true;
}
