import { findInvoiceFiles, wantInvoiceFiles } from '@innkeeper/db/tables/invoices/files';
import { findInvoices } from '@innkeeper/db/tables/invoices/list';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { invoiceFile, readAhead } from '@innkeeper/domain/invoices/files';
import { Failure, invalid } from '@innkeeper/model/failures';
import { invoiceFileName } from './download.ts';

export interface ManyFiles {
  /** In the order of the ids, without repetitions. */
  names: string[];
  /** The bytes of one of them. Throws `unavailable` when it is not rendered in time. */
  read(index: number): Promise<Buffer>;
}

/** While an archive is written nobody asks again, so a file may take longer. */
const PATIENCE_MS = 60_000;

/**
 * PDF files, some read when the turn of the first comes, so that an archive needs the memory of a few. Throws `validation` for an invoice that there is not,
 * `not_yours`, and `unavailable` when the first is not rendered in time.
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
  await wantInvoiceFiles(cx.db, ids, 'pdf', cx.clock.now());
  const [first] = ids;
  if (first !== undefined) await invoiceFile(cx, first, 'pdf', { failure: 'unavailable' });
  return {
    names: invoices.map((invoice) => invoiceFileName(invoice, 'pdf')),
    read: readAhead(ids, {
      find: (some) => findInvoiceFiles(cx.db, some, 'pdf'),
      alone: (id) => invoiceFile(cx, id, 'pdf', { patienceMs: PATIENCE_MS, failure: 'unavailable' }),
    }),
  };
}
