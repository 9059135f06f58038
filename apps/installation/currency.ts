/** The currency of an installation. Amounts in the ledger carry no currency, so it cannot change after the first entry. */
import type { Database } from '@innkeeper/db/schema';
import { readCurrency, writeCurrency } from '@innkeeper/db/tables/installation';
import type { Kysely, Transaction } from 'kysely';
import { CommandError } from '../terminal/command-error.ts';

/** Saves the currency. Throws a `CommandError` if money was booked in another one. */
export async function upsertCurrency(trx: Transaction<Database>, currency: string): Promise<void> {
  await refuseOtherCurrency(trx, currency);
  await writeCurrency(trx, currency);
}

/** Throws a `CommandError` if money was booked in another currency than `newCurrency`. */
export async function refuseOtherCurrency(db: Kysely<Database>, newCurrency: string): Promise<void> {
  const { currency, isFixed } = await readCurrency(db);
  if (isFixed && currency !== null && currency !== newCurrency)
    throw new CommandError(
      `Money is already booked in ${currency}, so money.currency cannot become ${newCurrency}. Restore the previous value, or use another --home.`,
    );
}
