/** The files of invoices: who wants one says so here, a worker renders it, and from then on it is the same for ever. */
import { createHash } from 'node:crypto';
import type { InvoiceDocument } from '@innkeeper/model/invoices/document';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../schema.ts';

export type InvoiceFormat = Database['invoice_documents']['format'];

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

/** By the invoice's id; of those that are rendered. */
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

/** Asks for the files of these that are not there yet. */
export async function wantInvoiceFiles(
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

export interface WantedFile {
  id: number;
  invoice_id: number;
  format: InvoiceFormat;
}

/** The accounts take turns, so that who asks for years of invoices does not keep others from theirs. */
export async function wantedFiles(db: Kysely<Database>, except: readonly number[], most: number): Promise<WantedFile[]> {
  const { rows } = await sql<WantedFile>`
    select id, invoice_id, format from (
      select r.id, r.invoice_id, r.format, row_number() over (partition by i.account_id order by r.id) as turn
      from invoice_renders r join invoices i on i.id = r.invoice_id
      where r.id <> all(${[...except]}::int[])) as wanted
    order by turn, id limit ${most}`.execute(db);
  return rows;
}

/** What a file is rendered from. Undefined when there is no such invoice. */
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

/** Stores a file, unless another was faster: then it has the same bytes. */
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
