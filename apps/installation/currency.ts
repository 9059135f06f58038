/** The currency of an installation: amounts of the ledger have none of their own, so that it cannot change once there is an entry. */
import type { Database } from '@innkeeper/db/schema';
import { readCurrency, writeCurrency } from '@innkeeper/db/tables/installation';
import type { Kysely, Transaction } from 'kysely';
import { Refusal } from '../terminal/refusal.ts';

/** Writes the currency down. Throws a `Refusal` if money was booked in another one. */
export async function upsertCurrency(trx: Transaction<Database>, wanted: string): Promise<void> {
  await refuseOtherCurrency(trx, wanted);
  await writeCurrency(trx, wanted);
}

/** Throws a `Refusal` if money was booked in another currency than `wanted`. */
export async function refuseOtherCurrency(db: Kysely<Database>, wanted: string): Promise<void> {
  const { currency, isFixed } = await readCurrency(db);
  if (isFixed && currency !== null && currency !== wanted)
    throw new Refusal(
      `Money is already booked in ${currency}, so money.currency cannot become ${wanted}. Restore the previous value, or use another --home.`,
    );
}
