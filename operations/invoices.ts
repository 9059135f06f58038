/** Invoices of an account, and their files. */
import { findInvoiceFiles, type InvoiceFormat, requestInvoiceFiles } from '@innkeeper/db/tables/invoices/files';
import { findInvoices, pageOfInvoices } from '@innkeeper/db/tables/invoices/list';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx, RequestCx } from '@innkeeper/domain/context';
import { archiveOf } from '@innkeeper/domain/invoices/archive';
import { invoiceFile, readAhead } from '@innkeeper/domain/invoices/files';
import { Failure, invalid } from '@innkeeper/model/failures';
import { fileNameOf, type InvoiceType, invoiceNumber } from '@innkeeper/model/invoices/document';
import { presentInvoice } from '@innkeeper/present/invoice';
import { page, pageRequest } from '@innkeeper/present/page';
import { WithHeaders } from '@innkeeper/present/reply';
import type { Input, Reply } from './define.ts';

interface DownloadedInvoice {
  id: number;
  type: InvoiceType;
  number: number;
}

/**
 * Longest wait in milliseconds for a file of an archive. The client does not retry while the archive is being written, so the wait can be
 * longer than for a single file.
 */
const TIMEOUT_MS = 60_000;

/** Returns a page of the caller's invoices, newest first, and their total count. */
export async function listInvoices(cx: RequestCx, { query }: Input<'listInvoices'>): Promise<Reply<'listInvoices'>> {
  const invoices = await pageOfInvoices(cx.db, { accountId: cx.actor.accountId, ...pageRequest(query) });
  return page(cx.url, query, invoices, presentInvoice);
}

/** Returns an invoice as PDF. Throws `not_ready` if it is not rendered within 10 s. */
export async function downloadInvoice(cx: Cx, { invoice }: Input<'downloadInvoice'>): Promise<Reply<'downloadInvoice'>> {
  return fileReply(cx, invoice, 'pdf');
}

/**
 * Returns an invoice as UBL. Throws `wrong_state` for a pro forma invoice, because no accounting software may book it, and `not_ready` if
 * it is not rendered within 10 s.
 */
export async function downloadInvoiceUbl(cx: Cx, { invoice }: Input<'downloadInvoiceUbl'>): Promise<Reply<'downloadInvoiceUbl'>> {
  if (invoice.type === 'proform') {
    throw new Failure('wrong_state', {
      message: 'A pro forma invoice has no electronic form. The invoice is issued after payment.',
    });
  }
  return fileReply(cx, invoice, 'ubl');
}

/**
 * Returns a ZIP archive of PDF files. It is written while it is sent, and reads a few files ahead, so its memory is bounded.
 *
 * Throws `validation` for an unknown invoice, `not_yours`, and `unavailable` if the first file is not rendered in time.
 */
export async function downloadInvoices(
  cx: Cx<Customer>,
  { body }: Input<'downloadInvoices'>,
): Promise<Reply<'downloadInvoices'>> {
  const { accountId } = cx.actor;
  const ids = [...new Set(body.ids)];
  const found = new Map((await findInvoices(cx.db, ids)).map((invoice) => [invoice.id, invoice]));
  const invoices = ids.map((id) => {
    const invoice = found.get(id);
    if (!invoice) throw invalid(`ids.${body.ids.indexOf(id)}`, 'This invoice does not exist.');
    if (invoice.account_id !== accountId) throw new Failure('not_yours');
    return invoice;
  });
  await requestInvoiceFiles(cx.db, ids, 'pdf', cx.clock.now());
  const [first] = ids;
  if (first !== undefined) await invoiceFile(cx, first, 'pdf', { failure: 'unavailable' });
  const files = {
    names: invoices.map((invoice) => invoiceFileName(invoice, 'pdf')),
    read: readAhead(ids, {
      find: (some) => findInvoiceFiles(cx.db, some, 'pdf'),
      alone: (id) => invoiceFile(cx, id, 'pdf', { patienceMs: TIMEOUT_MS, failure: 'unavailable' }),
    }),
  };
  return asAttachment('invoices.zip', archiveOf(files, cx.clock.now()));
}

async function fileReply(cx: Cx, invoice: DownloadedInvoice, format: InvoiceFormat): Promise<WithHeaders<Buffer>> {
  return asAttachment(invoiceFileName(invoice, format), await invoiceFile(cx, invoice.id, format));
}

function asAttachment<Body>(name: string, body: Body): WithHeaders<Body> {
  return new WithHeaders(body, { 'Content-Disposition': `attachment; filename="${name}"` });
}

const ENDINGS: Readonly<Record<InvoiceFormat, string>> = { pdf: 'pdf', ubl: 'xml' };

/** Returns the name of an invoice's file with its extension. */
function invoiceFileName({ type, number }: Pick<DownloadedInvoice, 'type' | 'number'>, format: InvoiceFormat): string {
  return `${fileNameOf({ type, number: invoiceNumber(type, number) })}.${ENDINGS[format]}`;
}
