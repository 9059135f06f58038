/** Unpaid orders that an end by staff has voided, and the facts of their mails. */
import type { Cents } from '@innkeeper/model/money/money';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';

/**
 * Deletes the waiting facts about void orders of an account that have no failed charge, and returns the orders by ascending id. Leaves out
 * facts that another worker has. The caller tells of the orders in this transaction, so that each is told once.
 */
export async function takeVoidOrders(trx: Transaction<Database>, accountId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from mails_due where id in (
      select d.id from mails_due d join orders o on o.id = d.order_id
      where d.kind = 'order-void' and d.account_id = ${accountId} and d.ids = '{}' and o.status = 'cancelled'
      for update of d skip locked)
    returning order_id as id`.execute(trx);
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
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
      or template in ('renewal-due', 'services-suspended', 'termination-ahead') and data -> 'debts' @> ${debt}::jsonb
      or template = 'payment-kept' and data -> 'missing' <> 'null' and data -> 'order' = to_jsonb(${orderId}::int)
    )) as any`.execute(db);
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
