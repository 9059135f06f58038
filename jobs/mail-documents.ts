/** The invoices and credit notes that a mail carries as PDF files. */
import { findInvoiceFiles, requestInvoiceFiles } from '@innkeeper/db/tables/invoices/files';
import { findInvoices } from '@innkeeper/db/tables/invoices/list';
import type { Mail } from '@innkeeper/db/tables/mails';
import type { DocumentRenderer } from '@innkeeper/engine/documents/port';
import { MAX_ATTACHED_BYTES, type MailAttachment } from '@innkeeper/engine/mail/port';
import { fileNameOf, invoiceNumber } from '@innkeeper/model/invoices/document';
import type { MailFrame } from '@innkeeper/model/mail/frame';
import type { JobContext } from './job.ts';
import { renderInvoiceFile } from './render-invoices.ts';

/** Maximum number of files of a mail. A file takes 30 kB and 0.1 s. */
const MAX_FILES = 10;

export interface MailDocuments {
  documents: MailFrame['documents'];
  /** Empty if the mail links the page of invoices instead. */
  files: readonly MailAttachment[];
}

/**
 * Returns the documents of a mail with their files. Returns no file if the operator prefers links, if the files are too large, or if one
 * cannot be rendered. The job that renders invoices then retries, and alerts the operator.
 */
export async function loadMailDocuments(
  cx: JobContext,
  mail: Pick<Mail, 'account_id' | 'attachments'>,
  renderer?: DocumentRenderer,
): Promise<MailDocuments> {
  const ids = idsOf(mail.attachments);
  if (ids.length === 0 || mail.account_id === null) return { documents: null, files: [] };
  // A mail never carries the document of another account, whatever its row names.
  const invoices = (await findInvoices(cx.db, ids))
    .filter(({ account_id }) => account_id === mail.account_id)
    .sort((a, b) => a.id - b.id)
    .map(({ id, type, number }) => ({ id, name: `${fileNameOf({ type, number: invoiceNumber(type, number) })}.pdf` }));
  const names = invoices.map(({ name }) => name);
  if (invoices.length === 0) return { documents: null, files: [] };
  const files =
    cx.settings.mailInvoices === 'attach' && invoices.length <= MAX_FILES
      ? await readFiles(
          cx,
          invoices.map(({ id }) => id),
          renderer,
        )
      : undefined;
  if (files === undefined) return { documents: { names, attached: false }, files: [] };
  return {
    documents: { names, attached: true },
    files: invoices.flatMap(({ id, name }) => {
      const bytes = files.get(id);
      return bytes ? [{ name, bytes }] : [];
    }),
  };
}

/** Returns the files by invoice id. Renders missing files. Returns `undefined` if that fails, or if they are too large together. */
async function readFiles(
  cx: JobContext,
  ids: readonly number[],
  renderer: DocumentRenderer | undefined,
): Promise<Map<number, Buffer> | undefined> {
  const there = await findInvoiceFiles(cx.db, ids, 'pdf');
  const missing = ids.filter((id) => !there.has(id));
  try {
    for (const invoice_id of missing) await renderInvoiceFile(cx, { invoice_id, format: 'pdf' }, renderer);
  } catch {
    // The job that renders invoices meets the same error, and reports it with an alert.
    await requestInvoiceFiles(cx.db, missing, 'pdf', cx.clock.now());
    return undefined;
  }
  const files = missing.length === 0 ? there : await findInvoiceFiles(cx.db, ids, 'pdf');
  const bytes = [...files.values()].reduce((sum, file) => sum + file.length, 0);
  return files.size === ids.length && bytes <= MAX_ATTACHED_BYTES ? files : undefined;
}

/** Returns the ids of `mails.attachments`. */
function idsOf(attachments: unknown): number[] {
  return Array.isArray(attachments) ? attachments.filter((id): id is number => Number.isInteger(id)) : [];
}
