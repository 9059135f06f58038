import type { OperatorResult } from '@innkeeper/contract/operator/all';
import type { Database } from '@innkeeper/db/schema';
import { invoiceNumber } from '@innkeeper/model/invoices/document';
import { formatDecimal } from '@innkeeper/model/money';
import { type Kysely, type Selectable, sql } from 'kysely';

export type InvoiceRow = Selectable<Database['invoices']> & { order_ids: number[] };

export function invoicesQuery(db: Kysely<Database>) {
  return db
    .selectFrom('invoices as i')
    .selectAll('i')
    .select(sql<number[]>`array(select order_id from invoice_orders where invoice_id = i.id order by order_id)`.as('order_ids'));
}

export function invoiceView(row: InvoiceRow): OperatorResult<'listAllInvoices'>['data'][number] {
  const { id, type, number, account_id, issued_at, net, vat, gross, currency, order_ids } = row;
  const amounts = { net: formatDecimal(net), vat: formatDecimal(vat), gross: formatDecimal(gross), currency };
  return { id, number: invoiceNumber(type, number), type, account: account_id, issued_at, ...amounts, orders: order_ids };
}
