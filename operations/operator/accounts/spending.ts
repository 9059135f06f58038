import { monthOf } from '@innkeeper/model/calendar';
import { type Cents, decimal } from '@innkeeper/model/money';
import { sql } from 'kysely';
import type { OperatorCx } from '../context.ts';

/** Null removes the cap. Payments that are under way end first. */
export async function setMonthlyCap({ db }: OperatorCx, accountId: number, monthly_cap: Cents | null): Promise<void> {
  await db.updateTable('ledger_accounts').set({ monthly_cap }).where('account_id', '=', accountId).execute();
}

/** The cap of an account, and what it has spent in this month. */
export async function spendingOf({ db, clock }: OperatorCx, accountId: number) {
  const { from, to } = monthOf(clock.now());
  const { cap, spent } = await db
    .selectFrom('ledger_accounts')
    .select(['monthly_cap as cap', sql<Cents>`spent(${accountId}, null, ${from}, ${to})`.as('spent')])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { monthly_cap: cap === null ? null : decimal(cap), spent_this_month: decimal(spent) };
}
