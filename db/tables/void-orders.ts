/** Unpaid orders that were voided, and the facts of their mails. */
import type { Cents } from '@innkeeper/model/money/money';
import { ENDED_BY_STAFF } from '@innkeeper/model/services/staff-ends';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';

/**
 * Deletes the waiting facts about orders of an account that an end by staff has voided, and returns the orders by ascending id. Leaves out
 * facts of failed charges, and those that another worker has. The caller tells of the orders in this transaction, so that each is told once.
 */
export async function takeVoidOrders(trx: Transaction<Database>, accountId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from mails_due where id in (
      select d.id from mails_due d join orders o on o.id = d.order_id
      where d.kind = 'order-void' and d.account_id = ${accountId} and d.ids = '{}' and o.status = 'cancelled'
        and o.status_reason = ${ENDED_BY_STAFF}
      for update of d skip locked)
    returning order_id as id`.execute(trx);
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

/** Selects whether the renewal `m` was ordered after the fact `d` about the void order `o`, and renews one of its services. */
const REPLACES = sql`m.account_id = o.account_id and m.created_at >= d.created_at and m.id > o.id and m.type in ('renew-service', 'combined')
  and exists (select from order_lines a join order_lines b on b.service_id = a.service_id where a.order_id = o.id and b.order_id = m.id)`;

/**
 * Deletes the waiting facts about void orders that a renewal replaces, and returns those orders whose payment was asked for, by ascending id.
 * Leaves out facts that another worker has. The caller tells of the orders in this transaction, so that each is told once.
 */
export async function takeReplacedOrders(
  trx: Transaction<Database>,
  { accountId, orderId }: { accountId: number; orderId: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from mails_due where id in (
      select d.id from mails_due d join orders o on o.id = d.order_id join orders m on m.id = ${orderId}
      where d.kind = 'order-void' and d.account_id = ${accountId} and d.ids = '{}' and o.status = 'cancelled' and ${REPLACES}
      for update of d skip locked)
    returning order_id as id`.execute(trx);
  return askedOrders(trx, { accountId, orderIds: rows.map(({ id }) => id) });
}

/** Returns whether a request to pay a renewal that replaces a void order waits to be written. `at`: time of the fact about the order. */
export async function isReplacementDue(db: Kysely<Database>, { orderId, at }: { orderId: number; at: Date }): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from orders o join mails_due r on r.account_id = o.account_id and r.kind in ('order-waiting', 'renewal-due')
      join orders m on m.id = r.order_id and m.status = 'awaiting_payment' cross join (select ${at}::timestamptz as created_at) d
      where o.id = ${orderId} and ${REPLACES}) as any`.execute(db);
  return rows[0]?.any === true;
}

/** Returns whether any mail has asked for the payment of an order: a request, a reminder, a failed charge or a warning. */
export async function wasEverAskedToPay(
  db: Kysely<Database>,
  { accountId, orderId }: { accountId: number; orderId: number },
): Promise<boolean> {
  const debt = JSON.stringify([{ order: orderId }]);
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from mails where account_id = ${accountId} and (
      template in ('order-waiting', 'charge-failed') and data -> 'order' = to_jsonb(${orderId}::int)
      -- All mails that name orders which wait do so in this field.
      or data -> 'debts' @> ${debt}::jsonb
      or template = 'payment-kept' and data -> 'missing' <> 'null' and data -> 'order' = to_jsonb(${orderId}::int)
    )) as any`.execute(db);
  return rows[0]?.any === true;
}

/** Returns those of these orders whose payment was ever asked for, by ascending id. */
export async function askedOrders(
  db: Kysely<Database>,
  { accountId, orderIds }: { accountId: number; orderIds: readonly number[] },
): Promise<number[]> {
  const asked: number[] = [];
  for (const orderId of orderIds) if (await wasEverAskedToPay(db, { accountId, orderId })) asked.push(orderId);
  return asked.toSorted((a, b) => a - b);
}

/** Returns whether the mail about an act of staff, which voided the order, has named it. */
export async function isNamedByAct(
  db: Kysely<Database>,
  { accountId, orderId }: { accountId: number; orderId: number },
): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from mails where account_id = ${accountId} and template in ('service-suspended', 'account-suspended', 'service-end-moved')
      and data -> 'orders' @> to_jsonb(${orderId}::int)) as any`.execute(db);
  return rows[0]?.any === true;
}

export interface FailedCharge {
  paymentId: number;
  /** Amount of the payment, or that of the order if the payment was for several. */
  amount: Cents;
  code: string;
  /** Reason as a sentence for the customer. */
  reason: string;
}

/** Returns a failed charge of an order, or `undefined` if the payment has not failed. */
export async function failedCharge(
  db: Kysely<Database>,
  { paymentId, orderId }: { paymentId: number; orderId: number },
): Promise<FailedCharge | undefined> {
  const { rows } = await sql<FailedCharge>`
    select p.id as "paymentId", coalesce(p.failure_code, '') as code, coalesce(p.reason, '') as reason,
      case when (select count(*) from payment_orders o where o.payment_id = p.id) = 1 then p.amount else o.gross end as amount
    from payments p, orders o where p.id = ${paymentId} and p.state = 'failed' and o.id = ${orderId}`.execute(db);
  return rows[0];
}

export interface ServicesOfVoidOrder {
  /** True if staff ends one of them, or has ended it. */
  is_ending: boolean;
  /** True if none of them ends, one has not ended, and the account may place orders. */
  is_orderable: boolean;
}

/** Returns the state of the services of an order. The end of an addon is that of its server. */
export async function servicesOfVoidOrder(db: Kysely<Database>, orderId: number): Promise<ServicesOfVoidOrder> {
  const { rows } = await sql<ServicesOfVoidOrder>`
    select coalesce(bool_or(ending), false) as is_ending,
      coalesce(bool_or(in_use) and not bool_or(ending) and bool_and(a.suspended_at is null), false) as is_orderable
    from orders o join accounts a on a.id = o.account_id join order_lines l on l.order_id = o.id
      join services v on v.id = l.service_id left join services s on s.id = v.parent_id
      cross join lateral (select v.staff_ends_at is not null or s.staff_ends_at is not null as ending,
        coalesce(s.status, v.status) in ('active', 'suspended') as in_use) state
    where o.id = ${orderId}`.execute(db);
  return rows[0] ?? { is_ending: false, is_orderable: false };
}
