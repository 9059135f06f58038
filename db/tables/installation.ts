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

/** Returns the SHA-256 of the key that seals secrets, in hexadecimal, or `null` before the first start with a release that stores it. */
export async function readSecretKeyDigest(db: Kysely<Database>): Promise<string | null> {
  const row = await db.selectFrom('installation').select('secret_key_digest as digest').executeTakeFirstOrThrow();
  return row.digest;
}

/** Returns the digest as `readSecretKeyDigest` does, and locks it until the transaction ends. */
export async function lockSecretKeyDigest(trx: Transaction<Database>): Promise<string | null> {
  const row = await trx.selectFrom('installation').select('secret_key_digest as digest').forUpdate().executeTakeFirstOrThrow();
  return row.digest;
}

/** Sets the digest of the key that seals secrets. */
export async function writeSecretKeyDigest(trx: Transaction<Database>, digest: string): Promise<void> {
  await trx.updateTable('installation').set({ secret_key_digest: digest }).execute();
}
