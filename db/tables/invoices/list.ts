/** Invoices as their account sees them. */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../../schema.ts';
import { INVOICES, pageOfList } from '../account-list.ts';
import type { LoadedOrder } from '../orders.ts';
import type { Page, PageQuery } from '../page.ts';

/** An invoice without its document, which is read only to render it. */
export interface ListedInvoice extends Omit<Selectable<Database['invoices']>, 'document' | 'entry_id' | 'part' | 'currency'> {
  order_ids: number[];
}

/** Returns a page of invoices, newest first. */
export async function pageOfInvoices(
  db: Kysely<Database>,
  query: PageQuery & { accountId: number },
): Promise<Page<ListedInvoice>> {
  const { ids, total } = await pageOfList(db, INVOICES, { ...query, statuses: [''] });
  const rows = await listed(db).where('i.id', '=', sql<number>`any(${ids}::int[])`).orderBy('i.id', 'desc').execute();
  return { rows, total };
}

/** Returns the invoices with these ids, in any order. Leaves out ids without an invoice. */
export async function findInvoices(db: Kysely<Database>, ids: readonly number[]): Promise<ListedInvoice[]> {
  return listed(db)
    .where('i.id', '=', sql<number>`any(${[...ids]}::int[])`)
    .execute();
}

export interface OrderWithInvoices extends LoadedOrder {
  /** Invoices of the order, oldest first. */
  invoices: ListedInvoice[];
}

/** Adds its invoices to an order. */
export async function withInvoices(db: Kysely<Database>, order: LoadedOrder): Promise<OrderWithInvoices> {
  const invoices = await listed(db)
    .innerJoin('invoice_orders as o', 'o.invoice_id', 'i.id')
    .where('o.order_id', '=', order.id)
    .orderBy('i.id')
    .execute();
  return { ...order, invoices };
}

function listed(db: Kysely<Database>) {
  return db
    .selectFrom('invoices as i')
    .select(['i.id', 'i.account_id', 'i.type', 'i.number', 'i.issued_at', 'i.net', 'i.vat', 'i.gross'])
    .select(sql<number[]>`array(select order_id from invoice_orders where invoice_id = i.id order by order_id)`.as('order_ids'));
}
