import { type ListedInvoice, pageOfInvoices } from '@innkeeper/db/tables/invoices/list';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';

/** The caller's invoices, newest first, a page of them and how many there are. */
export function listInvoices(
  cx: Cx<Customer>,
  input: { page: number; perPage: number },
): Promise<{ rows: ListedInvoice[]; total: number }> {
  return pageOfInvoices(cx.db, { accountId: cx.actor.accountId, ...input });
}
