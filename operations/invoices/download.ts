import type { InvoiceFormat } from '@innkeeper/db/tables/invoices/files';
import type { Cx } from '@innkeeper/domain/context';
import { invoiceFile } from '@innkeeper/domain/invoices/files';
import { Failure } from '@innkeeper/model/failures';
import { fileNameOf, type InvoiceType, invoiceNumber } from '@innkeeper/model/invoices/document';

export interface InvoiceFile {
  /** File name with extension. */
  name: string;
  bytes: Buffer;
}

export interface DownloadedInvoice {
  id: number;
  type: InvoiceType;
  number: number;
}

/** Returns an invoice as PDF. Throws `not_ready` if it is not rendered within 10 s. */
export async function downloadInvoice(cx: Cx, { invoice }: { invoice: DownloadedInvoice }): Promise<InvoiceFile> {
  return { name: invoiceFileName(invoice, 'pdf'), bytes: await invoiceFile(cx, invoice.id, 'pdf') };
}

/**
 * Returns an invoice as UBL. Throws `wrong_state` for a pro forma invoice, because no accounting software may book it, and `not_ready` if
 * it is not rendered within 10 s.
 */
export async function downloadInvoiceUbl(cx: Cx, { invoice }: { invoice: DownloadedInvoice }): Promise<InvoiceFile> {
  if (invoice.type === 'proform') {
    throw new Failure('wrong_state', {
      message: 'A pro forma invoice has no electronic form. The invoice is issued after payment.',
    });
  }
  return { name: invoiceFileName(invoice, 'ubl'), bytes: await invoiceFile(cx, invoice.id, 'ubl') };
}

const ENDINGS: Readonly<Record<InvoiceFormat, string>> = { pdf: 'pdf', ubl: 'xml' };

/** Returns the name of an invoice's file with its extension. */
export function invoiceFileName({ type, number }: Pick<DownloadedInvoice, 'type' | 'number'>, format: InvoiceFormat): string {
  return `${fileNameOf({ type, number: invoiceNumber(type, number) })}.${ENDINGS[format]}`;
}
