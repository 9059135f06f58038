/** Orders and their lines. */

import type { Outage } from '@innkeeper/model/installation/outage';
import type { Cents } from '@innkeeper/model/money/money';
import type { Unpaid } from '@innkeeper/model/money/unpaid';
import type { LinePrice } from '@innkeeper/model/pricing/line';
import type { OrderStatus } from '@innkeeper/model/states/order';
import { type Insertable, type Kysely, sql, type Transaction, type Updateable } from 'kysely';
import { refundsOf } from '../ledger/refunds.ts';
import type { Database, Order, OrderLine, ServiceLine } from '../schema.ts';
import { ORDERS, pageOfList } from './account-list.ts';
import { insertRows, type OrderIds } from './ids.ts';
import type { Page, PageQuery } from './page.ts';
import { renewsEnding } from './service-ends.ts';
import { type ShownPayment, shownPayments } from './shown-payments.ts';

export interface LoadedOrder extends Order {
  lines: OrderLine[];
  /** Amounts refunded to the balance, in cents. */
  refunded: { net: Cents; gross: Cents };
  /** Payment by a gateway that can be made now, or `null` if there is none. */
  payment: ShownPayment | null;
  /** Reason of the latest failed payment, a sentence. `null` if no payment failed, and for a paid order. */
  paymentFailure: string | null;
}

type LineRow = Omit<Insertable<Database['order_lines']>, 'id' | 'order_id' | 'position'>;

/** A line with the explanation of its price, as `priceLine` returns it. */
export type NewOrderLine = Omit<LineRow, 'explanation' | 'promo'> & Pick<OrderLine, 'explanation' | 'promo'>;

export type NewOrder = Insertable<Database['orders']> & { lines: readonly NewOrderLine[] };

/** Inserts an order with its lines in the order given, and returns its id. */
export async function insertOrder(trx: Kysely<Database>, order: NewOrder): Promise<number> {
  return (await insertOrderWithLines(trx, order)).id;
}

/** Inserts an order like `insertOrder` and also returns its lines. `ids` holds one id for each line, taken from the sequence earlier. */
export async function insertOrderWithLines(
  trx: Kysely<Database>,
  { lines, ...orderRow }: NewOrder,
  ids?: Pick<OrderIds, 'order' | 'lines'>,
): Promise<{ id: number; lines: OrderLine[] }> {
  const order = insertRows('orders', [{ id: ids?.order, ...orderRow }]);
  if (lines.length === 0) {
    const { rows } = await sql<{ id: number }>`${order} returning id`.execute(trx);
    return { id: (rows[0] as { id: number }).id, lines: [] };
  }
  const orderId = sql`(select id from placed)`;
  const placing = lines.map((line, i) => ({ id: ids?.lines[i], ...rowOf(line, i), order_id: orderId }));
  const { rows } = await sql<OrderLine>`
    with placed as (${order} returning id) ${insertRows('order_lines', placing)} returning *`.execute(trx);
  return { id: (rows[0] as OrderLine).order_id, lines: rows.toSorted((a, b) => a.position - b.position) };
}

function rowOf(line: NewOrderLine, position: number): LineRow & { position: number } {
  const { explanation, promo } = line;
  return { ...line, position, explanation: JSON.stringify(explanation), promo: promo && JSON.stringify(promo) };
}

/** Locks the row of an order until the transaction ends. */
export async function lockOrder(trx: Transaction<Database>, id: number): Promise<Order | undefined> {
  return trx.selectFrom('orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Locks orders until the transaction ends, always in ascending order of id, so that no two transactions deadlock. */
export async function lockOrders(trx: Transaction<Database>, ids: readonly number[]): Promise<Order[]> {
  return trx.selectFrom('orders').selectAll().where('id', '=', anyOf(ids)).orderBy('id').forUpdate().execute();
}

export async function updateOrder(trx: Kysely<Database>, id: number, fields: Updateable<Database['orders']>): Promise<void> {
  await trx.updateTable('orders').set(fields).where('id', '=', id).execute();
}

/**
 * Postpones the due date of unpaid orders by the length of an outage. For an order that was created during the outage, only the remaining
 * part counts. Returns how many orders were postponed. Locks the orders in the order of their ids, as `lockOrders` does.
 */
export async function postponeDueOrders(trx: Transaction<Database>, { since, until }: Outage): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with waiting as materialized (
      select id from orders where status = 'awaiting_payment' and due_at is not null and created_at < ${until} order by id for update)
    update orders set due_at = due_at + (${until}::timestamptz - greatest(${since}::timestamptz, created_at))
    from waiting where orders.id = waiting.id`.execute(trx);
  return Number(numAffectedRows);
}

/** Marks a line as fully refunded. */
export async function markLineRefunded(trx: Kysely<Database>, lineId: number, now: Date): Promise<void> {
  const all = { refunded_net: sql.ref<Cents>('net'), refunded_vat: sql.ref<Cents>('vat') };
  await trx
    .updateTable('order_lines')
    .set({ refunded_at: now, ...all })
    .where('id', '=', lineId)
    .execute();
}

export async function updateOrderLine(
  trx: Kysely<Database>,
  lineId: number,
  fields: Updateable<Database['order_lines']>,
): Promise<void> {
  await trx.updateTable('order_lines').set(fields).where('id', '=', lineId).execute();
}

export async function setOrderLinePeriod(trx: Kysely<Database>, lineId: number, from: Date, to: Date): Promise<void> {
  await trx.updateTable('order_lines').set({ period_from: from, period_to: to }).where('id', '=', lineId).execute();
}

/** Sets the period of lines when they are paid, because their period begins then. */
export async function setPeriodOfLines(
  trx: Kysely<Database>,
  lineIds: readonly number[],
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  await trx.updateTable('order_lines').set({ period_from: from, period_to: to }).where('id', '=', anyOf(lineIds)).execute();
}

export async function findOrderLine(db: Kysely<Database>, id: number): Promise<OrderLine | undefined> {
  return db.selectFrom('order_lines').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Lists the lines of some orders, by order and position. */
export async function linesOf(db: Kysely<Database>, orderIds: readonly number[]): Promise<OrderLine[]> {
  return db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', anyOf(orderIds))
    .orderBy('order_id')
    .orderBy('position')
    .execute();
}

/** Filters the lines that are for a service. */
export function serviceLines(lines: readonly OrderLine[]): ServiceLine[] {
  return lines.filter((line): line is ServiceLine => line.service_id !== null && line.service_type !== null);
}

/** Lists the paid lines of a service that can still be refunded, latest first. */
export function refundableLines(db: Kysely<Database>, serviceId: number): Promise<OrderLine[]> {
  return refundableLinesOf(db, [serviceId]);
}

/** Lists the lines of `refundableLines` for several services, latest first. */
export function refundableLinesOf(db: Kysely<Database>, serviceIds: readonly number[]): Promise<OrderLine[]> {
  return db
    .selectFrom('order_lines as l')
    .innerJoin('orders as o', 'o.id', 'l.order_id')
    .innerJoin('services as s', (join) => join.onRef('s.id', '=', 'l.service_id').onRef('s.type', '=', 'l.service_type'))
    .selectAll('l')
    .where('s.id', '=', anyOf(serviceIds))
    .where('o.paid_at', 'is not', null)
    .whereRef('l.refunded_net', '<', 'l.net')
    .orderBy('l.id', 'desc')
    .execute();
}

/** Returns the given lines whose orders are paid, with the tax of their orders. */
export async function paidLines(db: Kysely<Database>, ids: readonly number[]): Promise<(OrderLine & Pick<Order, 'tax'>)[]> {
  return db
    .selectFrom('order_lines as l')
    .innerJoin('orders as o', 'o.id', 'l.order_id')
    .selectAll('l')
    .select('o.tax')
    .where('l.id', '=', anyOf(ids))
    .where('o.paid_at', 'is not', null)
    .execute();
}

/** Deletes lines of an unpaid order. The caller has deleted their periods. */
export async function deleteOrderLines(trx: Kysely<Database>, ids: readonly number[]): Promise<void> {
  await trx.deleteFrom('order_lines').where('id', '=', anyOf(ids)).execute();
}

/** Updates the price of a line of an unpaid order. */
export async function repriceLine(trx: Kysely<Database>, id: number, price: LinePrice): Promise<void> {
  const { explanation, promo, ...amounts } = price;
  const steps = { explanation: JSON.stringify(explanation), promo: promo && JSON.stringify(promo) };
  await trx
    .updateTable('order_lines')
    .set({ ...amounts, ...steps })
    .where('id', '=', id)
    .execute();
}

/** Adds to the refunded amounts of a line. */
export async function addToRefunded(trx: Kysely<Database>, lineId: number, more: { net: Cents; vat: Cents }): Promise<void> {
  await trx
    .updateTable('order_lines')
    .set((eb) => ({ refunded_net: eb('refunded_net', '+', more.net), refunded_vat: eb('refunded_vat', '+', more.vat) }))
    .where('id', '=', lineId)
    .execute();
}

/** Loads orders with their lines, in the order of the ids. Unknown ids are left out. */
export async function loadOrders(db: Kysely<Database>, ids: readonly number[]): Promise<LoadedOrder[]> {
  const rows = await db.selectFrom('orders').selectAll().where('id', '=', anyOf(ids)).execute();
  const byId = new Map((await withLines(db, rows)).map((order) => [order.id, order]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export interface OrdersQuery extends PageQuery {
  accountId: number;
  statuses: readonly OrderStatus[];
}

/** Returns a page of orders, newest first. */
export async function pageOfOrders(db: Kysely<Database>, query: OrdersQuery): Promise<Page<LoadedOrder>> {
  const { ids, total } = await pageOfList(db, ORDERS, query);
  return { rows: await loadOrders(db, ids), total };
}

/** Returns whether the account has paid an order that was not free. */
export async function hasPaidOrder(db: Kysely<Database>, accountId: number): Promise<boolean> {
  const paid = await db
    .selectFrom('orders')
    .select('id')
    .where('account_id', '=', accountId)
    .where('paid_at', 'is not', null)
    .where('gross', '>', 0n)
    .limit(1)
    .executeTakeFirst();
  return paid !== undefined;
}

/** Returns what an account has reserved without paying, and whether the account has ever paid anything. */
export async function unpaidOf(db: Kysely<Database>, accountId: number): Promise<Unpaid & { everPaid: boolean }> {
  const { rows } = await sql<Unpaid & { everPaid: boolean }>`
    select
      (select count(*)::int from servers where account_id = ${accountId} and status = 'awaiting_payment') as servers,
      (select count(*)::int from ip_addresses a join servers s on s.id = a.server_id
        where a.account_id = ${accountId} and s.account_id = ${accountId} and s.status = 'awaiting_payment'
          and not (a.main and a.version = 6))
        + (select count(*)::int from floating_ips where account_id = ${accountId} and status = 'awaiting_payment') as addresses,
      (select coalesce(sum(gross), 0)::bigint from orders
        where account_id = ${accountId} and status = 'awaiting_payment' and type <> 'deposit') as amount,
      exists (select from ledger_entries where account_id = ${accountId} and kind in ('deposit', 'payment')) as "everPaid"`.execute(
    db,
  );
  const [unpaid] = rows;
  if (!unpaid) throw new Error('a select without a table has one row');
  return unpaid;
}

/** Lists the ids of an account's orders that wait for money, oldest first. Leaves out deposits, lapsing orders, and renewals that staff ends. */
export async function listPayable(db: Kysely<Database>, accountId: number, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from orders o where o.account_id = ${accountId} and o.status = 'awaiting_payment' and o.type <> 'deposit' and o.gross > 0
      and (o.due_at is null or o.due_at > ${now}) and not ${renewsEnding('o.id')} order by o.id`.execute(db);
  return rows.map(({ id }) => id);
}

async function withLines(db: Kysely<Database>, orders: Order[]): Promise<LoadedOrder[]> {
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const [lines, refunds] = [await linesOf(db, ids), await refundsOf(db, ids)];
  const byGateway = orders.filter((order) => order.status === 'awaiting_payment' && order.payment_method !== 'balance');
  const payments =
    byGateway.length > 0
      ? await shownPayments(
          db,
          byGateway.map(({ id }) => id),
        )
      : undefined;
  const nothing = { net: 0n, gross: 0n };
  const loaded = new Map<number, LoadedOrder>(
    orders.map((order) => [
      order.id,
      {
        ...order,
        lines: [],
        refunded: refunds.get(order.id) ?? nothing,
        payment: payments?.get(order.id)?.payment ?? null,
        paymentFailure: payments?.get(order.id)?.failure ?? null,
      },
    ]),
  );
  for (const line of lines) loaded.get(line.order_id)?.lines.push(line);
  return [...loaded.values()];
}

const anyOf = (ids: readonly number[]) => sql<number>`any(${[...ids]}::int[])`;
