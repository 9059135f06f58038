/** Limits of the payment methods of the catalogue, and the account for transfers. */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../schema.ts';

export type MethodLimits = Pick<Selectable<Database['payment_methods']>, 'key' | 'driver' | 'minimum' | 'maximum'>;

/** Returns the limits of all methods by key, also of those that are not offered. */
export async function limitsOfMethods(db: Kysely<Database>): Promise<Map<string, MethodLimits>> {
  const rows = await db.selectFrom('payment_methods').select(['key', 'driver', 'minimum', 'maximum']).execute();
  return new Map(rows.map((row) => [row.key, row]));
}

export interface TransferAccount {
  holder: string;
  iban: string;
  bic: string | null;
  /** Name of the bank. */
  name: string | null;
}

/** Returns the account of the seller for transfers, or `null` without an IBAN, or if the catalogue offers no transfer. */
export async function findTransferAccount(db: Kysely<Database>): Promise<TransferAccount | null> {
  const { rows } = await sql<TransferAccount>`
    select name as holder, iban, bic, bank_name as name from seller
    where iban is not null and exists (select from payment_methods where driver = 'bank' and enabled)`.execute(db);
  return rows[0] ?? null;
}
