import type { Cents } from '@innkeeper/model/money/money';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Returns refunds by order id. Orders without a refund are left out. */
export async function refundsOf(
  db: Kysely<Database>,
  orderIds: readonly number[],
): Promise<Map<number, { net: Cents; gross: Cents }>> {
  const { rows } = await sql<{ order_id: number; net: Cents; gross: Cents }>`
    select e.order_id, sum(case when a.kind = 'revenue' then -p.amount else 0 end)::bigint as net,
      sum(case when a.kind = 'customer' then p.amount else 0 end)::bigint as gross
    from ledger_entries e
    join ledger_postings p on p.entry_id = e.id
    join ledger_accounts a on a.id = p.ledger_account_id
    where e.order_id = any(${[...orderIds]}::int[]) and e.kind = 'refund'
    group by e.order_id`.execute(db);
  return new Map(rows.map(({ order_id, ...refunded }) => [order_id, refunded]));
}
