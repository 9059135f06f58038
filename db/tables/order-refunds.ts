/** Refunds of orders by staff, with the refunded part of each line. */
import type { Cents } from '@innkeeper/model/money/money';
import type { KeptService } from '@innkeeper/model/payments/refund-warnings';
import { type Insertable, type Kysely, sql } from 'kysely';
import type { Database, Payment } from '../schema.ts';
import { MAILED_NAME } from './mailed-services.ts';

export interface RefundedLine {
  line_id: number;
  net: Cents;
  vat: Cents;
  entry_id: number;
}

/** Inserts a refund with its lines. Returns its id. */
export async function insertOrderRefund(
  trx: Kysely<Database>,
  { lines, ...row }: Insertable<Database['order_refunds']> & { lines: readonly RefundedLine[] },
): Promise<number> {
  const { id } = await trx.insertInto('order_refunds').values(row).returning('id').executeTakeFirstOrThrow();
  await trx
    .insertInto('order_refund_lines')
    .values(lines.map((line) => ({ refund_id: id, ...line })))
    .execute();
  return id;
}

export interface StaffRefundFacts {
  reason: string;
  /** Payment that the money went back to, or `null` for the balance. */
  payment: Pick<Payment, 'method' | 'reference'> | null;
}

/** Returns the refunds by staff, by the ids of their entries. Other entries are left out. */
export async function staffRefundsOf(db: Kysely<Database>, entryIds: readonly number[]): Promise<Map<number, StaffRefundFacts>> {
  if (entryIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('order_refund_lines as l')
    .innerJoin('order_refunds as r', 'r.id', 'l.refund_id')
    .leftJoin('payment_refunds as f', 'f.id', 'r.payment_refund_id')
    .leftJoin('payments as p', 'p.id', 'f.payment_id')
    .select(['l.entry_id', 'r.reason', 'p.method', 'p.reference'])
    .where('l.entry_id', '=', sql<number>`any(${[...entryIds]}::int[])`)
    .execute();
  return new Map(
    rows.map(({ entry_id, reason, method, reference }) => [
      entry_id,
      { reason, payment: method !== null && reference !== null ? { method, reference } : null },
    ]),
  );
}

/**
 * Returns the succeeded payments of an order, the one that paid it first. Another one arrived when the order was paid already, and stayed on
 * the balance.
 */
export async function succeededPaymentsOf(db: Kysely<Database>, orderId: number): Promise<Payment[]> {
  return db
    .selectFrom('payments as p')
    .innerJoin('payment_orders as o', 'o.payment_id', 'p.id')
    .innerJoin('orders as r', 'r.id', 'o.order_id')
    .selectAll('p')
    .where('r.id', '=', orderId)
    .where('p.state', '=', 'succeeded')
    .orderBy((eb) => eb('p.method', '<>', eb.ref('r.payment_method')))
    .orderBy('p.id')
    .execute();
}

/** Lists payments of an account whose bank took back more than the balance covered. Those of the order come first. */
export async function writtenOffPayments(db: Kysely<Database>, accountId: number, orderId: number): Promise<Payment[]> {
  return db
    .selectFrom('payments as p')
    .selectAll('p')
    .where('p.account_id', '=', accountId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('disputes as d')
          .select('d.id')
          .whereRef('d.payment_id', '=', 'p.id')
          .where('d.state', 'in', ['open', 'lost'])
          .where('d.written_off', '>', 0n),
      ),
    )
    .orderBy(sql`not exists (select from payment_orders o where o.payment_id = p.id and o.order_id = ${orderId})`)
    .orderBy('p.id')
    .execute();
}

export interface RefundPayee {
  /** Refund of the payment. */
  id: number;
  payment_id: number;
  method: string;
  /** Account of a refund by hand. */
  iban: string | null;
  /** True if the refund failed, so that the money is on the balance again. */
  isReturned: boolean;
}

/**
 * Returns the refunds of payments that refunds by staff caused, by the ids of their entries. Money that stayed on the balance has none.
 */
export async function payeesOfRefunds(db: Kysely<Database>, entryIds: readonly number[]): Promise<Map<number, RefundPayee>> {
  const rows = await db
    .selectFrom('order_refund_lines as l')
    .innerJoin('order_refunds as r', 'r.id', 'l.refund_id')
    .innerJoin('payment_refunds as f', 'f.id', 'r.payment_refund_id')
    .innerJoin('payments as p', 'p.id', 'f.payment_id')
    .select(['l.entry_id', 'f.id', 'f.payment_id', 'p.method', 'f.iban', 'f.state'])
    .where('l.entry_id', '=', sql<number>`any(${[...entryIds]}::int[])`)
    .execute();
  return new Map(rows.map(({ entry_id, state, ...payee }) => [entry_id, { ...payee, isReturned: state === 'failed' }]));
}

/** Returns whether a refund of a payment belongs to a refund of an order, whose mail tells of it. */
export async function isOfOrderRefund(db: Kysely<Database>, paymentRefundId: number): Promise<boolean> {
  const row = await db
    .selectFrom('order_refunds')
    .select('id')
    .where('payment_refund_id', '=', paymentRefundId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns whether the mail about the order of one of these refunds is still to be written. Its credit note comes first. Counts also orders of
 * the account that were refunded to the balance before.
 */
export async function isOrderRefundUntold(db: Kysely<Database>, paymentRefundIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select from order_refunds r join orders o on o.id = r.order_id
    where (r.payment_refund_id = any(${[...paymentRefundIds]}::int[])
      or r.payment_refund_id is null and exists (select from payment_refunds f join payments p on p.id = f.payment_id
        where f.id = any(${[...paymentRefundIds]}::int[]) and p.account_id = o.account_id and f.created_at >= r.created_at)) and (
      exists (select from mails_due d where d.kind = 'order-refunded' and d.account_id = o.account_id and d.order_id = o.id)
      or exists (select from order_refund_lines l join invoices_due i on i.entry_id = l.entry_id where l.refund_id = r.id))
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Returns the services of these lines whose paid time goes on, and that staff does not end. Leaves out lines whose period is over. */
export async function keptServices(db: Kysely<Database>, lineIds: readonly number[], now: Date): Promise<KeptService[]> {
  const { rows } = await sql<KeptService>`
    select v.id, t.id as top_id, v.type, ${MAILED_NAME} as name, v.expiry_at,
      exists (select from cancel_requests c where c.service_id in (v.id, t.id)) as is_cancelled
    from services v join services t on t.id = coalesce(v.parent_id, v.id)
      left join server_details s on s.id = v.id left join floating_ip_details f on f.id = v.id
      left join addons a on a.id = v.id left join server_details o on o.id = a.server_id
    where v.status in ('active', 'suspended') and v.expiry_at > ${now} and t.staff_ends_at is null
      and exists (select from order_lines l where l.id = any(${[...lineIds]}::int[]) and l.service_id = v.id and l.service_type = v.type
        and l.period_to > ${now})
    order by v.id`.execute(db);
  return rows;
}
