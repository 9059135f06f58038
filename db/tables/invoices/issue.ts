/** Numbers and rows of invoices. */
import type { InvoiceDocument } from '@innkeeper/model/invoices/document';
import type { Cents } from '@innkeeper/model/money';
import { type Insertable, sql, type Transaction } from 'kysely';
import type { Database } from '../../schema.ts';

export type Counters = Record<InvoiceDocument['type'], number>;

/** The last number of each series. Nobody else issues until the transaction ends, and what it does not commit it has not numbered. */
export async function holdCounters(trx: Transaction<Database>): Promise<Counters> {
  const rows = await trx.selectFrom('invoice_series').selectAll().orderBy('type').forUpdate().execute();
  return Object.fromEntries(rows.map(({ type, last }) => [type, last])) as Counters;
}

export async function setCounters(trx: Transaction<Database>, counters: Counters): Promise<void> {
  for (const [type, last] of Object.entries(counters)) {
    await sql`update invoice_series set last = ${last} where type = ${type} and last <> ${last}`.execute(trx);
  }
}

export interface NewInvoice {
  row: Omit<Insertable<Database['invoices']>, 'id' | 'document'>;
  document: InvoiceDocument;
  orderIds: readonly number[];
  /** Of a credit note, in positive cents. */
  corrections: readonly { id: number; net: Cents; vat: Cents }[];
}

export async function insertInvoices(trx: Transaction<Database>, invoices: readonly NewInvoice[]): Promise<void> {
  if (invoices.length === 0) return;
  const ids = await trx
    .insertInto('invoices')
    .values(invoices.map(({ row, document }) => ({ ...row, document: JSON.stringify(document) })))
    .returning(['id', 'type', 'number'])
    .execute();
  const idOf = new Map(ids.map(({ id, type, number }) => [`${type} ${number}`, id]));
  const made = invoices.map((invoice) => ({ ...invoice, id: idOf.get(`${invoice.row.type} ${invoice.row.number}`) ?? 0 }));
  const orders = made.flatMap(({ id, orderIds }) => orderIds.map((order_id) => ({ invoice_id: id, order_id })));
  if (orders.length > 0) await trx.insertInto('invoice_orders').values(orders).execute();
  const corrections = made.flatMap(({ id, corrections: list }) =>
    list.map(({ id: original_id, net, vat }) => ({ credit_note_id: id, original_id, net, vat, gross: net + vat })),
  );
  if (corrections.length > 0) await trx.insertInto('invoice_corrections').values(corrections).execute();
}

/** Stores a logo for the documents that name it. */
export async function insertLogo(
  trx: Transaction<Database>,
  { sha256, bytes }: { sha256: string; bytes: Buffer },
): Promise<void> {
  await trx
    .insertInto('invoice_logos')
    .values({ sha256, bytes })
    .onConflict((oc) => oc.doNothing())
    .execute();
}
