/** The ledger as its customer sees it: the transactions of the balance. */
import type { Cents } from '@innkeeper/model/money';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

export interface BalanceTransaction {
  id: number;
  created_at: Date;
  /** Negative for a payment out of the balance. */
  amount: Cents;
  order_id: number | null;
  payment_method: string;
  description: string;
}

export interface TransactionsWanted {
  accountId: number;
  page: number;
  perPage: number;
  /** Both ends included. */
  start?: Date | undefined;
  end?: Date | undefined;
}

/** Newest first, a page of them and how many there are. */
export async function pageOfTransactions(
  db: Kysely<Database>,
  { accountId, page, perPage, start, end }: TransactionsWanted,
): Promise<{ rows: BalanceTransaction[]; total: number }> {
  let entries = movements(db, accountId);
  if (start) entries = entries.where('e.created_at', '>=', start);
  if (end) entries = entries.where('e.created_at', '<=', end);
  const { total } = await entries.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const rows = await entries
    .select(['e.id', 'e.created_at', 'p.amount', 'e.order_id', 'e.payment_method', 'e.description'])
    .orderBy('e.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  return { rows, total };
}

/** The latest money that came from outside. */
export async function lastDeposit(db: Kysely<Database>, accountId: number): Promise<BalanceTransaction | undefined> {
  return movements(db, accountId)
    .select(['e.id', 'e.created_at', 'p.amount', 'e.order_id', 'e.payment_method', 'e.description'])
    .where('e.kind', '=', 'deposit')
    .orderBy('e.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

function movements(db: Kysely<Database>, accountId: number) {
  return db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_postings as p', 'p.entry_id', 'e.id')
    .innerJoin('ledger_accounts as a', 'a.id', 'p.ledger_account_id')
    .where('e.account_id', '=', accountId)
    .where('a.account_id', '=', accountId);
}
