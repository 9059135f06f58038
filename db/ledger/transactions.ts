/** The transactions of a customer's balance, read from the ledger. */
import type { Cents } from '@innkeeper/model/money/money';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';
import { pageOfList, TRANSACTIONS } from '../tables/account-list.ts';

export interface BalanceTransaction {
  id: number;
  created_at: Date;
  /** Amount in cents, negative for a payment from the balance. */
  amount: Cents;
  order_id: number | null;
  payment_method: string;
  description: string;
}

export interface TransactionsQuery {
  accountId: number;
  page: number;
  perPage: number;
  /** Start of the period, inclusive. */
  start?: Date | undefined;
  /** End of the period, inclusive. */
  end?: Date | undefined;
}

/** Returns a page of transactions, newest first, and the total count. */
export async function pageOfTransactions(
  db: Kysely<Database>,
  query: TransactionsQuery,
): Promise<{ rows: BalanceTransaction[]; total: number }> {
  const { accountId, page, perPage, start, end } = query;
  if (!start && !end) {
    const { ids, total } = await pageOfList(db, TRANSACTIONS, { ...query, statuses: [''] });
    const rows = await selectShown(movements(db, accountId).where('e.id', '=', sql<number>`any(${ids}::int[])`)).execute();
    return { rows, total };
  }
  let entries = movements(db, accountId);
  if (start) entries = entries.where('e.created_at', '>=', start);
  if (end) entries = entries.where('e.created_at', '<=', end);
  const { total } = await entries.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const rows = await selectShown(entries)
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  return { rows, total };
}

/**
 * Returns the latest deposit: a receipt of a payment, or a credit by staff. Money that came back is posted as a deposit, too, but is none for
 * its owner. A failed refund and a won dispute return such money.
 */
export async function lastDeposit(db: Kysely<Database>, accountId: number): Promise<BalanceTransaction | undefined> {
  const deposits = movements(db, accountId)
    .where('e.kind', '=', 'deposit')
    .where(({ eb, exists, or, selectFrom }) =>
      or([
        eb('e.payment_method', '=', 'operator'),
        exists(selectFrom('payment_receipts as r').select('r.receipt').whereRef('r.entry_id', '=', 'e.id')),
      ]),
    );
  return selectShown(deposits).limit(1).executeTakeFirst();
}

function selectShown(entries: ReturnType<typeof movements>) {
  return entries
    .select(['e.id', 'e.created_at', 'p.amount', 'e.order_id', 'e.payment_method', 'e.description'])
    .orderBy('e.id', 'desc');
}

function movements(db: Kysely<Database>, accountId: number) {
  return db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_postings as p', 'p.entry_id', 'e.id')
    .innerJoin('ledger_accounts as a', 'a.id', 'p.ledger_account_id')
    .where('e.account_id', '=', accountId)
    .where('a.account_id', '=', accountId);
}
