/** Series of invoice numbers after a restore: the unknown series, and how each continues. */
import type { InvoiceType } from '@innkeeper/model/invoices/document';
import { gapBetween, type NumberGap } from '@innkeeper/model/recovery/invoice-numbers';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../schema.ts';

type Series = Selectable<Database['invoice_series']>;

/** Lists the series whose last number a restore could not determine. */
export async function unknownSeries(db: Kysely<Database>): Promise<InvoiceType[]> {
  const rows = await db
    .selectFrom('invoice_series')
    .select('type')
    .where('unknown_since', 'is not', null)
    .orderBy('type')
    .execute();
  return rows.map(({ type }) => type);
}

/** Lists all series. */
export function listSeries(db: Kysely<Database>): Promise<Series[]> {
  return db.selectFrom('invoice_series').selectAll().orderBy('type').execute();
}

/** Locks all series until the transaction ends and lists them. */
export function lockSeries(trx: Transaction<Database>): Promise<Series[]> {
  return trx.selectFrom('invoice_series').selectAll().orderBy('type').forUpdate().execute();
}

/** Continues a series after a number. Records the gap of skipped numbers and returns it, or `null` if none is skipped. */
export async function continueSeries(
  trx: Transaction<Database>,
  { type, last }: Pick<Series, 'type' | 'last'>,
  { after, reason, now }: { after: number; reason: string; now: Date },
): Promise<NumberGap | null> {
  const gap = gapBetween(last, after);
  if (gap)
    await trx
      .insertInto('invoice_gaps')
      .values({ type, ...gap, reason, at: now })
      .execute();
  await trx.updateTable('invoice_series').set({ last: after, unknown_since: null }).where('type', '=', type).execute();
  return gap;
}

/** Stops all issuing until an operator sets the number after which the series continues. */
export async function markSeriesUnknown(trx: Transaction<Database>, type: InvoiceType, now: Date): Promise<void> {
  await trx.updateTable('invoice_series').set({ unknown_since: now }).where('type', '=', type).execute();
}

/**
 * Returns whether only the first host assigned numbers when this database was backed up. Earlier releases numbered on every node, each with a
 * journal of its own, and stored no digest of the secret key. A restored database may still lack the column.
 */
export async function isNumberedByFirstHost(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select (to_jsonb(i) ->> 'secret_key_digest') is not null as is from installation i`.execute(db);
  return rows[0]?.is === true;
}
