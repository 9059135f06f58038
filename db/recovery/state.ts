import type { Transaction } from 'kysely';
import type { Database } from '../schema.ts';

/** Locks the recovery row until the transaction ends. Returns false if the installation is not recovering. */
export async function lockRecovering(trx: Transaction<Database>): Promise<boolean> {
  return (await trx.selectFrom('recovering').select('since').forUpdate().executeTakeFirst()) !== undefined;
}
