/** Other orders of an account beside those of a payment whose money became balance. */
import type { Cents } from '@innkeeper/model/money/money';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

export interface OrdersBeside {
  /** Orders that the balance has paid since the money came. */
  paid: number[];
  /** Orders that wait for payment, oldest first. */
  open: { id: number; gross: Cents }[];
  /** Number of all orders that wait, and their sum. */
  open_count: number;
  open_sum: Cents;
  /** True if the account has placed another order after those of the payment, which is not cancelled. */
  has_later: boolean;
}

/** Maximum number of open orders that are returned. */
const MAX_OPEN = 25;

/** Returns the orders beside `orderIds`, which are the orders of the payment. `entryId`: entry of its money. */
export async function ordersBeside(
  db: Kysely<Database>,
  { accountId, entryId, orderIds }: { accountId: number; entryId: number; orderIds: readonly number[] },
): Promise<OrdersBeside> {
  const own = sql`${[...orderIds]}::int[]`;
  const { rows } = await sql<Pick<OrdersBeside, 'paid' | 'has_later'>>`
    select array(select distinct o.id from ledger_entries e join orders o on o.id = e.order_id
        where e.account_id = ${accountId} and e.id > ${entryId} and e.kind = 'payment' and o.payment_method = 'balance' and o.id <> all(${own})
        order by o.id) as paid,
      exists (select from orders where account_id = ${accountId} and status <> 'cancelled' and type <> 'deposit'
        and id > (select max(id) from unnest(${own}) id)) as has_later`.execute(db);
  const waiting = await sql<{ id: number; gross: Cents; count: number; sum: Cents }>`
    select id, gross, count(*) over ()::int as count, sum(gross) over ()::bigint as sum from orders
    where account_id = ${accountId} and status = 'awaiting_payment' and type <> 'deposit' and id <> all(${own})
    order by id limit ${MAX_OPEN}`.execute(db);
  const [first] = waiting.rows;
  return {
    ...(rows[0] ?? { paid: [], has_later: false }),
    ...{ open: waiting.rows.map(({ id, gross }) => ({ id, gross })), open_count: first?.count ?? 0, open_sum: first?.sum ?? 0n },
  };
}
