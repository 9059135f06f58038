/** Other orders of an account beside those of a payment whose money became balance. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

export interface OrdersBeside {
  /** Orders that the balance has paid since the money came. */
  paid: number[];
  /** Orders that wait for payment. */
  open: number[];
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
  const { rows } = await sql<OrdersBeside>`
    select array(select distinct o.id from ledger_entries e join orders o on o.id = e.order_id
        where e.account_id = ${accountId} and e.id > ${entryId} and e.kind = 'payment' and o.payment_method = 'balance' and o.id <> all(${own})
        order by o.id) as paid,
      array(select id from orders where account_id = ${accountId} and status = 'awaiting_payment' and type <> 'deposit' and id <> all(${own})
        order by id limit ${MAX_OPEN}) as open,
      exists (select from orders where account_id = ${accountId} and status <> 'cancelled' and type <> 'deposit'
        and id > (select max(id) from unnest(${own}) id)) as has_later`.execute(db);
  return rows[0] ?? { paid: [], open: [], has_later: false };
}
