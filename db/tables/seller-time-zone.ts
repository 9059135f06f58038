/** The time zone of the seller, whose days count for documents, accounting and VAT rates. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';

/** SQL for the zone, in a query of `seller`: that of issued documents, otherwise the catalogue's, otherwise the default. */
export const SELLER_TIME_ZONE = sql<string>`coalesce(
  (select document_time_zone from installation), seller.time_zone, (select default_time_zone from installation))`;

/** Returns the IANA time zone of the seller. */
export async function sellerTimeZone(db: Kysely<Database>): Promise<string> {
  const { zone } = await db.selectFrom('seller').select(SELLER_TIME_ZONE.as('zone')).executeTakeFirstOrThrow();
  return zone;
}

/** Returns the zone of all documents, or `null` before the first one. */
export async function documentTimeZone(db: Kysely<Database>): Promise<string | null> {
  const { zone } = await db.selectFrom('installation').select('document_time_zone as zone').executeTakeFirstOrThrow();
  return zone;
}

/** Fixes the zone of all documents, unless an earlier document fixed it. Call it in the transaction that issues one. */
export async function fixDocumentTimeZone(trx: Transaction<Database>, zone: string): Promise<void> {
  if ((await documentTimeZone(trx)) !== null) return;
  await trx.updateTable('installation').set({ document_time_zone: zone }).execute();
}

/** Stores the zone that applies if the catalogue names none. */
export async function writeDefaultTimeZone(trx: Transaction<Database>, zone: string): Promise<void> {
  await trx.updateTable('installation').set({ default_time_zone: zone }).where('default_time_zone', '<>', zone).execute();
}
