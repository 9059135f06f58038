/** Payments, and the orders that they are for. Lock order: orders, then payments, then the balance. */
import type { Cents } from '@innkeeper/model/money/money';
import { UNANSWERED_CODES } from '@innkeeper/model/payments/own-ends';
import type { PaymentState } from '@innkeeper/model/states/payment';
import { type Insertable, type Kysely, sql, type Transaction, type Updateable } from 'kysely';
import type { Database, Order, Payment } from '../schema.ts';
import { lockOrders } from './orders.ts';

export interface OrderOfPayment {
  order: Order;
  /** `waiting` until an earlier attempt has ended, `open` while money may arrive, or `over`. */
  stage: 'waiting' | 'open' | 'over';
}

/** Inserts a payment, which by default waits for the earlier attempts of its orders. A payment without orders fills the balance. */
export async function insertPayment(
  trx: Transaction<Database>,
  payment: Insertable<Database['payments']>,
  orderIds: readonly number[],
  { stage = 'waiting' }: { stage?: 'waiting' | 'over' } = {},
): Promise<Payment> {
  const row = await trx.insertInto('payments').values(payment).returningAll().executeTakeFirstOrThrow();
  const linked = orderIds.map((order_id) => ({ payment_id: row.id, order_id, stage }));
  if (linked.length > 0) await trx.insertInto('payment_orders').values(linked).execute();
  return row;
}

export async function findPayment(db: Kysely<Database>, id: number): Promise<Payment | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Finds a payment by our reference or by the gateway's id. */
export async function findPaymentBy(
  db: Kysely<Database>,
  lookup: { reference: string } | { gateway: Payment['gateway']; gatewayId: string },
): Promise<Payment | undefined> {
  const all = db.selectFrom('payments').selectAll();
  const query =
    'reference' in lookup
      ? all.where('reference', '=', lookup.reference)
      : all.where('gateway', '=', lookup.gateway).where('gateway_id', '=', lookup.gatewayId);
  return query.executeTakeFirst();
}

export interface LockedPayment {
  payment: Payment;
  /** Orders in ascending order of id, each locked. */
  orders: OrderOfPayment[];
}

/** Locks a payment with its orders until the transaction ends. */
export async function lockPayment(trx: Transaction<Database>, id: number): Promise<LockedPayment | undefined> {
  const linked = await trx.selectFrom('payment_orders').select('order_id').where('payment_id', '=', id).execute();
  const orders = await lockOrders(
    trx,
    linked.map(({ order_id }) => order_id),
  );
  const payment = await trx.selectFrom('payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!payment) return undefined;
  const stages = await trx.selectFrom('payment_orders').select(['order_id', 'stage']).where('payment_id', '=', id).execute();
  const stageOf = new Map(stages.map(({ order_id, stage }) => [order_id, stage]));
  return { payment, orders: orders.map((order) => ({ order, stage: stageOf.get(order.id) ?? 'over' })) };
}

export async function updatePayment(trx: Kysely<Database>, id: number, fields: Updateable<Database['payments']>): Promise<void> {
  await trx.updateTable('payments').set(fields).where('id', '=', id).execute();
}

export type CurrentPayment = Payment & { stage: 'waiting' | 'open'; order_ids: number[] };

/**
 * Lists payments that are waiting or open for any of these orders, oldest first. The result is stable if the caller has locked the orders.
 * `order_ids` are the orders that the payment still pays.
 */
export async function currentPayments(db: Kysely<Database>, orderIds: readonly number[]): Promise<CurrentPayment[]> {
  const rows = await db
    .selectFrom('payments as p')
    .selectAll('p')
    .select((eb) => [
      eb
        .selectFrom('payment_orders as s')
        .select((of) => of.fn.min('s.stage').as('stage'))
        .whereRef('s.payment_id', '=', 'p.id')
        .where('s.stage', '<>', 'over')
        .as('stage'),
      sql<number[]>`(select array_agg(a.order_id order by a.order_id) from payment_orders a
        where a.payment_id = p.id and a.stage <> 'over')`.as('order_ids'),
    ])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('payment_orders as o')
          .select('o.payment_id')
          .whereRef('o.payment_id', '=', 'p.id')
          .where('o.order_id', '=', sql<number>`any(${[...orderIds]}::int[])`)
          .where('o.stage', '<>', 'over'),
      ),
    )
    .orderBy('p.id')
    .execute();
  return rows as CurrentPayment[];
}

/**
 * Locks the payments that are waiting or open for an order, in ascending order of id. The caller has locked the order. Others may change a
 * payment that is for several orders until this lock.
 */
export async function lockCurrentPayments(trx: Transaction<Database>, orderId: number): Promise<CurrentPayment[]> {
  const current = (await currentPayments(trx, [orderId])).map(({ id }) => id);
  if (current.length === 0) return [];
  await trx.selectFrom('payments').select('id').where('id', 'in', current).orderBy('id').forUpdate().execute();
  return currentPayments(trx, [orderId]);
}

/**
 * Opens a payment for its orders, except those taken out of it. Throws `payment_orders_one_open` while another attempt for one of the orders
 * is open.
 */
export async function markPaymentOpen(trx: Transaction<Database>, paymentId: number): Promise<void> {
  const left = trx.updateTable('payment_orders').set({ stage: 'open' }).where('payment_id', '=', paymentId);
  await left.where('stage', '<>', 'over').execute();
}

/** Takes an order out of a payment that goes on for other orders. The row stays, because mails about the money name the order. */
export async function takeOrderOut(trx: Transaction<Database>, paymentId: number, orderId: number): Promise<void> {
  const row = trx.updateTable('payment_orders').set({ stage: 'over' }).where('payment_id', '=', paymentId);
  await row.where('order_id', '=', orderId).execute();
}

/** Returns the latest transfer that was for this order alone. */
export async function findLatestTransfer(db: Kysely<Database>, orderId: number): Promise<Payment | undefined> {
  return db
    .selectFrom('payments as p')
    .innerJoin('payment_orders as o', 'o.payment_id', 'p.id')
    .selectAll('p')
    .where('o.order_id', '=', orderId)
    .where('p.kind', '=', 'transfer')
    .where(sql<boolean>`not exists (select from payment_orders s where s.payment_id = p.id and s.order_id <> o.order_id)`)
    .orderBy('p.id', 'desc')
    .executeTakeFirst();
}

/** Returns the sum of the receipts of a payment, in cents. */
export async function receivedByPayment(db: Kysely<Database>, paymentId: number): Promise<Cents> {
  const { rows } = await sql<{ sum: Cents }>`
    select coalesce(sum(amount), 0)::bigint as sum from payment_receipts where payment_id = ${paymentId}`.execute(db);
  return rows[0]?.sum ?? 0n;
}

/** Lists payments whose gateway is due to be polled, longest overdue first. */
export async function listPaymentsToPoll(
  db: Kysely<Database>,
  now: Date,
  { except, limit }: { except: readonly number[]; limit: number },
): Promise<{ id: number }[]> {
  return db
    .selectFrom('payments')
    .select('id')
    .where('next_look_at', '<=', now)
    .where('id', '<>', sql<number>`all(${[...except]}::int[])`)
    .orderBy('next_look_at')
    .limit(limit)
    .execute();
}

/**
 * Returns the time at which a transfer for an order was first asked for since the last charge of a card. Returns `undefined` if no transfer
 * is open. Asking again does not renew the time.
 */
export async function openTransferSince(db: Kysely<Database>, orderId: number): Promise<Date | undefined> {
  const isOpen = sql`(o.stage <> 'over' and not p.closing)`;
  const { rows } = await sql<{ since: Date }>`
    select min(p.created_at) as since
    from payment_orders o join payments p on p.id = o.payment_id
    where o.order_id = ${orderId} and p.kind = 'transfer' and (${isOpen} or p.id > coalesce((
      select max(c.id) from payment_orders t join payments c on c.id = t.payment_id
      where t.order_id = ${orderId} and c.kind = 'saved_card'), 0))
    having bool_or(${isOpen})`.execute(db);
  return rows[0]?.since;
}

/** Lists the charges of saved cards for an order with their results. */
export async function cardTries(
  db: Kysely<Database>,
  orderId: number,
): Promise<{ at: Date; hardDecline: boolean; state: PaymentState }[]> {
  return db
    .selectFrom('payments as p')
    .innerJoin('payment_orders as o', 'o.payment_id', 'p.id')
    .select(['p.created_at as at', 'p.hard_decline as hardDecline', 'p.state'])
    .where('o.order_id', '=', orderId)
    .where('p.kind', '=', 'saved_card')
    .execute();
}

/** Returns those of these orders for which a saved card is being charged, or is about to be. The outcome is mailed. */
export async function ordersInCharge(db: Kysely<Database>, orderIds: readonly number[]): Promise<Set<number>> {
  if (orderIds.length === 0) return new Set();
  const { rows } = await sql<{ order_id: number }>`
    select distinct o.order_id from payment_orders o join payments p on p.id = o.payment_id
    where o.order_id = any(${[...orderIds]}::int[]) and p.kind = 'saved_card' and p.state in ('pending', 'unknown')`.execute(db);
  return new Set(rows.map(({ order_id }) => order_id));
}

/** Returns whether the last charge of a card that its bank answered was declined. */
export async function hasFailedLast(db: Kysely<Database>, cardId: number): Promise<boolean> {
  const last = await db
    .selectFrom('payments')
    .select('state')
    .where('saved_card_id', '=', cardId)
    .where('attempted_at', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'succeeded'),
        eb.and([eb('state', '=', 'failed'), eb(sql`coalesce(failure_code, '')`, 'not in', [...UNANSWERED_CODES])]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.state === 'failed';
}
