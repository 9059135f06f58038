/** Facts of the whole installation, in one row. */
import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Returns the currency, or `null` before the first start, and whether the ledger has an entry. */
export async function readCurrency(db: Kysely<Database>): Promise<{ currency: string | null; isFixed: boolean }> {
  const { currency } = await db.selectFrom('installation').select('currency').executeTakeFirstOrThrow();
  const { rows } = await sql<{ there: boolean }>`select exists (select from ledger_entries) as there`.execute(db);
  return { currency, isFixed: rows[0]?.there === true };
}

/** Sets the currency of the installation. */
export async function writeCurrency(trx: Transaction<Database>, currency: string): Promise<void> {
  await trx.updateTable('installation').set({ currency }).execute();
}
