/** Selects payments with their received and refunded amounts. */
import type { Database, Payment } from '@innkeeper/db/schema';
import { Failure } from '@innkeeper/model/failures';
import { formatDecimal } from '@innkeeper/model/money';
import { type Kysely, sql } from 'kysely';

export function paymentsQuery(db: Kysely<Database>) {
  return db
    .selectFrom('payments as p')
    .selectAll('p')
    .select([
      sql<bigint>`(select coalesce(sum(amount), 0)::bigint from payment_receipts r where r.payment_id = p.id)`.as('received'),
      sql<bigint>`(select coalesce(sum(amount), 0)::bigint from payment_refunds r where r.payment_id = p.id and r.state <> 'failed')`.as(
        'refunded',
      ),
      sql<number[]>`array(select order_id from payment_orders o where o.payment_id = p.id order by order_id)`.as('order_ids'),
    ]);
}

export function paymentView(row: Payment & { received: bigint; refunded: bigint; order_ids: number[] }) {
  const { id, account_id, gateway, kind, state, reference, order_ids, reason, created_at } = row;
  const money = {
    amount: formatDecimal(row.amount),
    received: formatDecimal(row.received),
    refunded: formatDecimal(row.refunded),
  };
  return { id, account_id, gateway, kind, state, ...money, reference, order_ids, reason, created_at };
}

/** Returns a payment with its receipts, refunds and disputes. Throws `not_found`. */
export async function loadPayment(db: Kysely<Database>, id: number) {
  const row = await paymentsQuery(db).where('p.id', '=', id).executeTakeFirst();
  if (!row) throw new Failure('not_found', { message: `Payment ${id} does not exist.` });
  const { gateway_id, failure_code, next_look_at, ended_at } = row;
  const receipts = await db
    .selectFrom('payment_receipts')
    .select(['receipt', 'amount', 'received_at'])
    .where('payment_id', '=', id)
    .orderBy('received_at')
    .orderBy('receipt')
    .execute();
  const refunds = await db
    .selectFrom('payment_refunds')
    .select(['id', 'amount', 'state', 'reason', 'created_at'])
    .where('payment_id', '=', id)
    .orderBy('id')
    .execute();
  const disputes = await db
    .selectFrom('disputes')
    .select(['id', 'amount', 'written_off', 'state', 'opened_at'])
    .where('payment_id', '=', id)
    .orderBy('id')
    .execute();
  return {
    ...paymentView(row),
    gateway_id,
    failure_code,
    next_look_at,
    ended_at,
    receipts: receipts.map((one) => ({ ...one, amount: formatDecimal(one.amount) })),
    refunds: refunds.map((one) => ({ ...one, amount: formatDecimal(one.amount) })),
    disputes: disputes.map((one) => ({ ...one, amount: formatDecimal(one.amount), written_off: formatDecimal(one.written_off) })),
  };
}
