/** The balance of an account right after a movement of money, for mails that are written later. */
import type { Cents } from '@innkeeper/model/money/money';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/**
 * Returns the balance if it is still the one right after an entry, otherwise `undefined`. Payments of `orderIds` after the entry belong to
 * it.
 */
export async function balanceSince(
  db: Kysely<Database>,
  { accountId, entryId, orderIds = [] }: { accountId: number; entryId: number; orderIds?: readonly number[] },
): Promise<Cents | undefined> {
  const { rows } = await sql<{ balance: Cents }>`
    select l.balance from ledger_accounts l where l.account_id = ${accountId} and 0 = (
      select coalesce(sum(p.amount), 0) from ledger_entries e join ledger_postings p on p.entry_id = e.id and p.ledger_account_id = l.id
      where e.account_id = ${accountId} and e.id > ${entryId}
        and not (e.kind = 'payment' and e.order_id = any(${[...orderIds]}::int[])))`.execute(db);
  return rows[0]?.balance;
}

/** Returns the last entry of money that came by payments of an order, or `undefined`. */
export async function lastReceiptOfOrder(db: Kysely<Database>, orderId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number | null }>`
    select max(r.entry_id) as id from payment_orders o join payment_receipts r on r.payment_id = o.payment_id
    where o.order_id = ${orderId}`.execute(db);
  return rows[0]?.id ?? undefined;
}

/** Returns the entry that returned a failed refund to the balance, or an earlier deposit of that moment. */
export async function returnOfRefund(db: Kysely<Database>, refundId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number | null }>`
    select min(e.id) as id from payment_refunds r join payments p on p.id = r.payment_id join ledger_entries e on e.account_id = p.account_id
    where r.id = ${refundId} and e.id > r.entry_id and e.kind = 'deposit' and e.created_at >= r.ended_at`.execute(db);
  return rows[0]?.id ?? undefined;
}
