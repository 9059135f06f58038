/** Checks of VAT numbers: the answers of the registers, and the time of the next request. */
import { type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import type { Database } from '../schema.ts';
import { inTransaction } from '../transaction.ts';

export type VatCheck = Selectable<Database['vat_checks']>;

/** Finds the latest check of this VAT number. */
export async function findVatCheck(db: Kysely<Database>, accountId: number, vatNumber: string): Promise<VatCheck | undefined> {
  return ofNumber(db, accountId, vatNumber).executeTakeFirst();
}

/** Finds the latest check of this VAT number and locks it until the transaction ends. */
export async function lockVatCheck(
  trx: Transaction<Database>,
  accountId: number,
  vatNumber: string,
): Promise<VatCheck | undefined> {
  return ofNumber(trx, accountId, vatNumber).forUpdate().executeTakeFirst();
}

function ofNumber(db: Kysely<Database>, accountId: number, vatNumber: string) {
  return db
    .selectFrom('vat_checks')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('vat_number', '=', vatNumber)
    .orderBy('id', 'desc')
    .limit(1);
}

export async function insertVatCheck(trx: Kysely<Database>, check: Omit<VatCheck, 'id' | 'tries' | 'error'>): Promise<void> {
  await trx.insertInto('vat_checks').values(check).execute();
}

export async function updateVatCheck(
  trx: Kysely<Database>,
  id: number,
  fields: Updateable<Database['vat_checks']>,
): Promise<void> {
  await trx.updateTable('vat_checks').set(fields).where('id', '=', id).execute();
}

/**
 * Claims the check that is longest overdue. Leaves out VAT numbers of the countries `except` (`DE`, `EL`). Postpones the next request by
 * `pauseMs` milliseconds, as after a failed request, so that a check whose worker dies is retried. Only one of several workers gets the
 * check.
 */
export async function claimVatCheck(
  db: Kysely<Database>,
  now: Date,
  { except, pauseMs }: { except: readonly string[]; pauseMs: (tries: number) => number },
): Promise<VatCheck | undefined> {
  return inTransaction(db, async (trx) => {
    const due = await trx
      .selectFrom('vat_checks')
      .selectAll()
      .where('next_try_at', '<=', now)
      .where(sql<boolean>`left(vat_number, 2) <> all(${[...except]}::text[])`)
      .orderBy('next_try_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!due) return undefined;
    const tries = due.tries + 1;
    const claim = { tries, next_try_at: new Date(now.getTime() + pauseMs(tries)) };
    await updateVatCheck(trx, due.id, claim);
    return { ...due, ...claim };
  });
}

/** Returns whether the result is still needed: the account has this number, or an order waits for it. */
export async function isNumberNeeded(db: Kysely<Database>, { account_id, vat_number }: VatCheck): Promise<boolean> {
  const { rows } = await sql<{ wanted: boolean }>`
    select exists (select from accounts where id = ${account_id} and company and vat_number = ${vat_number})
      or exists (select from orders where account_id = ${account_id} and (tax ->> 'pending')::boolean
        and tax #>> '{evidence,vatNumber}' = ${vat_number}) as wanted`.execute(db);
  return rows[0]?.wanted === true;
}
