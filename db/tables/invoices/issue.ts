/** Assigns numbers to invoices and inserts their rows. */
import type { InvoiceDocument } from '@innkeeper/model/invoices/document';
import type { Cents } from '@innkeeper/model/money/money';
import { type Insertable, sql, type Transaction } from 'kysely';
import type { Database } from '../../schema.ts';

export type Counters = Record<InvoiceDocument['type'], number>;

/**
 * Locks all series and returns their last numbers. No other transaction issues until this one ends, so a rollback leaves no gap in the
 * numbers.
 */
export async function lockCounters(trx: Transaction<Database>): Promise<Counters> {
  const rows = await trx.selectFrom('invoice_series').selectAll().orderBy('type').forUpdate().execute();
  return Object.fromEntries(rows.map(({ type, last }) => [type, last])) as Counters;
}

/** Stores the last number of each series. The caller must hold the lock of `lockCounters`. */
export async function setCounters(trx: Transaction<Database>, counters: Counters): Promise<void> {
  await sql`
    update invoice_series s set last = c.last from unnest(${Object.keys(counters)}::text[], ${Object.values(counters)}::int[]) as c (type, last)
    where s.type = c.type and s.last <> c.last`.execute(trx);
}

export interface NewInvoice {
  row: Omit<Insertable<Database['invoices']>, 'id' | 'document'>;
  document: InvoiceDocument;
  orderIds: readonly number[];
  /** Amounts by which a credit note corrects originals, in positive cents. */
  corrections: readonly { id: number; net: Cents; vat: Cents }[];
}

/**
 * Inserts invoices in one statement, whose text is the same for any number of them. A list of values would be parsed and planned again for
 * each batch. The invoices are sent as one JSON text, so that no document is escaped inside another.
 */
export async function insertInvoices(trx: Transaction<Database>, invoices: readonly NewInvoice[]): Promise<void> {
  if (invoices.length === 0) return;
  const given = JSON.stringify(
    invoices.map(({ row, document, orderIds, corrections }) => ({ ...row, document, orders: orderIds, corrections })),
    (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  );
  await sql`
    with given as materialized (
      select * from jsonb_to_recordset(${given}::jsonb) as g (account_id integer, type text, number integer, issued_at timestamptz,
        entry_id integer, part integer, currency text, net bigint, vat bigint, gross bigint, document jsonb, orders integer[],
        corrections jsonb)),
    issued as (
      insert into invoices (account_id, type, number, issued_at, entry_id, part, currency, net, vat, gross, document)
      select account_id, type, number, issued_at, entry_id, part, currency, net, vat, gross, document from given
      order by type, number returning id, type, number),
    linked as (
      insert into invoice_orders (invoice_id, order_id)
      select id, unnest(orders) from issued join given using (type, number))
    insert into invoice_corrections (credit_note_id, original_id, net, vat, gross)
    select issued.id, c.id, c.net, c.vat, c.net + c.vat from issued join given using (type, number)
    cross join jsonb_to_recordset(given.corrections) as c (id integer, net bigint, vat bigint)`.execute(trx);
}

/** Stores a logo for the documents that refer to it. */
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
