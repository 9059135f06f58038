/** Files of invoices. A request is stored here, a worker renders the file, and the file never changes afterwards. */
import { createHash } from 'node:crypto';
import type { InvoiceDocument } from '@innkeeper/model/invoices/document';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../schema.ts';

export type InvoiceFormat = Database['invoice_documents']['format'];

/** Returns the rendered file of an invoice, or `undefined` before a worker has rendered it. */
export async function findInvoiceFile(
  db: Kysely<Database>,
  invoiceId: number,
  format: InvoiceFormat,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('invoice_documents')
    .select('bytes')
    .where('invoice_id', '=', invoiceId)
    .where('format', '=', format)
    .executeTakeFirst();
  return row?.bytes;
}

/** Returns the rendered files by invoice id. Invoices without a file are left out. */
export async function findInvoiceFiles(
  db: Kysely<Database>,
  ids: readonly number[],
  format: InvoiceFormat,
): Promise<Map<number, Buffer>> {
  const rows = await db
    .selectFrom('invoice_documents')
    .select(['invoice_id', 'bytes'])
    .where('invoice_id', '=', sql<number>`any(${[...ids]}::int[])`)
    .where('format', '=', format)
    .execute();
  return new Map(rows.map(({ invoice_id, bytes }) => [invoice_id, bytes]));
}

/** Requests the files of these invoices that do not exist yet. */
export async function requestInvoiceFiles(
  db: Kysely<Database>,
  ids: readonly number[],
  format: InvoiceFormat,
  now: Date,
): Promise<void> {
  await sql`
    insert into invoice_renders (invoice_id, format, created_at)
    select id, ${format}, ${now} from unnest(${[...ids]}::int[]) as wanted (id)
    where not exists (select from invoice_documents d where d.invoice_id = wanted.id and d.format = ${format})
    on conflict do nothing`.execute(db);
}

export interface RequestedFile {
  id: number;
  invoice_id: number;
  format: InvoiceFormat;
}

/** Lists requested files. Accounts take turns, so that a request for years of invoices does not delay other accounts. */
export async function listRequestedFiles(db: Kysely<Database>, except: readonly number[], max: number): Promise<RequestedFile[]> {
  const { rows } = await sql<RequestedFile>`
    select id, invoice_id, format from (
      select r.id, r.invoice_id, r.format, row_number() over (partition by i.account_id order by r.id) as turn
      from invoice_renders r join invoices i on i.id = r.invoice_id
      where r.id <> all(${[...except]}::int[])) as wanted
    order by turn, id limit ${max}`.execute(db);
  return rows;
}

/** Returns the data that a file is rendered from, or `undefined` if the invoice does not exist. */
export async function findDocument(
  db: Kysely<Database>,
  invoiceId: number,
): Promise<{ document: InvoiceDocument; logo: Buffer | undefined } | undefined> {
  const row = await db
    .selectFrom('invoices as i')
    .leftJoin('invoice_logos as l', (join) => join.on('l.sha256', '=', sql<string>`i.document #>> '{seller,logo}'`))
    .select(['i.document', 'l.bytes as logo'])
    .where('i.id', '=', invoiceId)
    .executeTakeFirst();
  return row && { document: row.document, logo: row.logo ?? undefined };
}

/** Stores a file and deletes its request. If the file already exists, it has the same bytes. */
export async function insertInvoiceFile(
  trx: Transaction<Database>,
  { invoice_id, format, bytes, now }: { invoice_id: number; format: InvoiceFormat; bytes: Buffer; now: Date },
): Promise<void> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await trx
    .insertInto('invoice_documents')
    .values({ invoice_id, format, bytes, sha256, created_at: now })
    .onConflict((oc) => oc.doNothing())
    .execute();
  await trx.deleteFrom('invoice_renders').where('invoice_id', '=', invoice_id).where('format', '=', format).execute();
}
