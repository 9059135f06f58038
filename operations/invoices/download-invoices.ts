import { findInvoiceFiles, requestInvoiceFiles } from '@innkeeper/db/tables/invoices/files';
import { findInvoices } from '@innkeeper/db/tables/invoices/list';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { invoiceFile, readAhead } from '@innkeeper/domain/invoices/files';
import { Failure, invalid } from '@innkeeper/model/failures';
import { invoiceFileName } from './download.ts';

export interface ManyFiles {
  /** File names in the order of the ids, without duplicates. */
  names: string[];
  /** Returns the bytes of the file at this index. Throws `unavailable` if it is not rendered in time. */
  read(index: number): Promise<Buffer>;
}

/**
 * Longest wait in milliseconds for a file of an archive. The client does not retry while the archive is being written, so the wait can be
 * longer than for a single file.
 */
const TIMEOUT_MS = 60_000;

/**
 * Returns a reader of PDF files. It reads a few files ahead, so the memory of an archive is bounded.
 *
 * Throws `validation` for an unknown invoice, `not_yours`, and `unavailable` if the first file is not rendered in time.
 */
export async function downloadInvoices(cx: Cx<Customer>, input: { ids: readonly number[] }): Promise<ManyFiles> {
  const { accountId } = cx.actor;
  const ids = [...new Set(input.ids)];
  const found = new Map((await findInvoices(cx.db, ids)).map((invoice) => [invoice.id, invoice]));
  const invoices = ids.map((id) => {
    const invoice = found.get(id);
    if (!invoice) throw invalid(`ids.${input.ids.indexOf(id)}`, 'This invoice does not exist.');
    if (invoice.account_id !== accountId) throw new Failure('not_yours');
    return invoice;
  });
  await requestInvoiceFiles(cx.db, ids, 'pdf', cx.clock.now());
  const [first] = ids;
  if (first !== undefined) await invoiceFile(cx, first, 'pdf', { failure: 'unavailable' });
  return {
    names: invoices.map((invoice) => invoiceFileName(invoice, 'pdf')),
    read: readAhead(ids, {
      find: (some) => findInvoiceFiles(cx.db, some, 'pdf'),
      alone: (id) => invoiceFile(cx, id, 'pdf', { patienceMs: TIMEOUT_MS, failure: 'unavailable' }),
    }),
  };
}
