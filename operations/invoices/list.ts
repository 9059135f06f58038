import { type ListedInvoice, pageOfInvoices } from '@innkeeper/db/tables/invoices/list';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';

/** Returns a page of the caller's invoices, newest first, and their total count. */
export function listInvoices(
  cx: Cx<Customer>,
  input: { page: number; perPage: number },
): Promise<{ rows: ListedInvoice[]; total: number }> {
  return pageOfInvoices(cx.db, { accountId: cx.actor.accountId, ...input });
}
