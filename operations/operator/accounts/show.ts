import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { findClosing } from '@innkeeper/db/tables/account-closing';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { latestAuditLines } from '@innkeeper/domain/staff/audit-lines';
import { formatDecimal } from '@innkeeper/model/money';
import { sql } from 'kysely';
import type { OperatorCx } from '../context.ts';
import { billingOf } from './billing.ts';
import { loadAccount } from './find.ts';
import { spendingOf } from './spending.ts';

/** Number of transactions shown, newest first. */
const LATEST = 10;
/** Number of notes shown. Accounts have few notes. */
const NOTES = 50;

/** Returns an account with its billing data, spending, notes, latest transactions and audit lines. Throws `not_found`. */
export async function showAccount(cx: OperatorCx, input: OperatorInput<'showAccount'>): Promise<OperatorResult<'showAccount'>> {
  const id = await accountIdOf(cx.db, input.account);
  const account = await loadAccount(cx.db, id);
  const { closes_at, closed_at } = await findClosing(cx.db, id);
  return {
    ...account,
    closes_at,
    closed_at,
    ...(await countsOf(cx, id)),
    billing: await billingOf(cx, id),
    spending: await spendingOf(cx, id),
    notes: await notesOf(cx, id),
    transactions: await transactionsOf(cx, id),
    audit: await latestAuditLines(cx.db, (eb) => eb('account_id', '=', id)),
  };
}

function countsOf({ db, clock }: OperatorCx, id: number) {
  return db
    .selectNoFrom([
      sql<number>`(select count(*)::int from access_tokens where account_id = ${id} and revoked_at is null
        and (expires_at is null or expires_at > ${clock.now()}))`.as('tokens'),
      sql<number>`(select count(*)::int from orders where account_id = ${id} and status = 'awaiting_payment')`.as(
        'unpaid_orders',
      ),
    ])
    .executeTakeFirstOrThrow();
}

async function transactionsOf({ db }: OperatorCx, id: number) {
  const rows = await db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_postings as p', 'p.entry_id', 'e.id')
    .innerJoin('ledger_accounts as l', 'l.id', 'p.ledger_account_id')
    .select(['e.created_at as at', 'e.kind', 'p.amount', 'e.description'])
    .where('l.account_id', '=', id)
    .orderBy('e.id', 'desc')
    .limit(LATEST)
    .execute();
  return rows.map((row) => ({ ...row, amount: formatDecimal(row.amount) }));
}

function notesOf({ db }: OperatorCx, id: number) {
  return db
    .selectFrom('account_notes')
    .select(['id', 'created_at as at', 'written_by as by', 'text'])
    .where('account_id', '=', id)
    .orderBy('id', 'desc')
    .limit(NOTES)
    .execute();
}
