import { monthOf } from '@innkeeper/model/calendar';
import { type Cents, formatDecimal } from '@innkeeper/model/money';
import { sql } from 'kysely';
import type { OperatorCx } from '../context.ts';

/** Sets the monthly cap, or removes it with `null`. Waits for payments in progress, which lock the row. */
export async function setMonthlyCap({ db }: OperatorCx, accountId: number, monthly_cap: Cents | null): Promise<void> {
  await db.updateTable('ledger_accounts').set({ monthly_cap }).where('account_id', '=', accountId).execute();
}

/** Returns the monthly cap of an account and its spending in the current month. */
export async function spendingOf({ db, clock }: OperatorCx, accountId: number) {
  const { from, to } = monthOf(clock.now());
  const { cap, spent } = await db
    .selectFrom('ledger_accounts')
    .select(['monthly_cap as cap', sql<Cents>`spent(${accountId}, null, ${from}, ${to})`.as('spent')])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { monthly_cap: cap === null ? null : formatDecimal(cap), spent_this_month: formatDecimal(spent) };
}
