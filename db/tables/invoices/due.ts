/** Selects invoices that are due to be issued (migrations/start/invoices.ts). */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '../../schema.ts';

export interface DueInvoice {
  id: number;
  account_id: number;
  type: 'proform' | 'original' | 'credit-note';
  order_id: number;
  entry_id: number | null;
  /** Time of the order or the entry. */
  created_at: Date;
}

/** Job name in `due_failures` of documents that could not be issued. Each of these is retried separately. */
export const ISSUING = 'issue-invoices';

/**
 * Condition for issuing a document now, in a query of `invoices_due as d`. An original waits while the VAT number behind its VAT decision
 * is unverified (jobs/settle-pending-tax.ts ends this). It does not wait if the account has changed its VAT number since. A credit note
 * waits while an earlier original of the account waits.
 */
const READY = sql`
  not (d.type = 'original' and exists (
    select from orders o join accounts a on a.id = o.account_id
    where o.id = d.order_id and (o.tax ->> 'pending')::boolean and a.vat_number = o.tax #>> '{evidence,vatNumber}'))
  and not (d.type = 'credit-note' and exists (
    select from invoices_due e where e.account_id = d.account_id and e.type = 'original' and e.entry_id < d.entry_id))`;

/** Maximum number of further changes of the orders of a batch. The rest is issued with the next one. */
const MAX_REPEATS = 1_000;

/** Returns whether a document is due or a failed one must be retried. */
export async function isAnyInvoiceDue(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from invoices_due) or exists (select from due_failures where work = ${ISSUING}) as any`.execute(db);
  return rows[0]?.any === true;
}

/**
 * Locks the oldest documents that can be issued now, until the transaction ends. Leaves out documents that failed before. Returns at most
 * `max.documents`, and stops at `max.lines` order lines, because all lines are read into memory together. Returns at least one document
 * if any is due, and all queued changes of an order.
 */
export async function lockDueInvoices(
  trx: Transaction<Database>,
  max: { documents: number; lines: number },
): Promise<DueInvoice[]> {
  const due = await lockDue(trx, sql`d.id not in (select item_id from due_failures where work = ${ISSUING})`, max.documents);
  if (due.length < 2) return withRepeats(trx, due);
  const { rows } = await sql<{ order_id: number; lines: number }>`
    select order_id, count(*)::int as lines from order_lines where order_id = any(${due.map(({ order_id }) => order_id)}::int[])
    group by order_id`.execute(trx);
  const linesOf = new Map(rows.map(({ order_id, lines }) => [order_id, lines]));
  let lines = 0;
  const fitting = due.filter(({ order_id }) => {
    lines += linesOf.get(order_id) ?? 0;
    return lines <= max.lines;
  });
  return withRepeats(trx, fitting.length > 0 ? fitting : due.slice(0, 1));
}

/**
 * Locks one due document, with all queued changes of its order. Returns nothing if the document no longer exists, has to wait, or is locked by
 * another transaction.
 */
export async function lockDueInvoice(trx: Transaction<Database>, id: number): Promise<DueInvoice[]> {
  return withRepeats(trx, await lockDue(trx, sql`d.id = ${id}`, 1));
}

/** Adds the other queued changes of the orders, so that one pro forma invoice replaces them all. */
async function withRepeats(trx: Transaction<Database>, due: readonly DueInvoice[]): Promise<DueInvoice[]> {
  const orders = due.flatMap(({ type, order_id }) => (type === 'proform' ? order_id : []));
  if (orders.length === 0) return [...due];
  const ids = due.map(({ id }) => id);
  const others = sql`d.type = 'proform' and d.order_id = any(${orders}::int[]) and d.id <> all(${ids}::int[])`;
  return [...due, ...(await lockDue(trx, others, MAX_REPEATS))];
}

/** Returns the rows of which each is a document: for a pro forma invoice that several changes queued, only the latest row. */
export function withoutRepeats(due: readonly DueInvoice[]): DueInvoice[] {
  const latest = new Map<number, DueInvoice>();
  for (const one of due) {
    if (one.type !== 'proform') continue;
    const other = latest.get(one.order_id);
    if (!other || one.created_at >= other.created_at) latest.set(one.order_id, one);
  }
  return due.filter((one) => one.type !== 'proform' || latest.get(one.order_id) === one);
}

async function lockDue(trx: Transaction<Database>, which: RawBuilder<unknown>, max: number): Promise<DueInvoice[]> {
  const { rows } = await sql<DueInvoice>`
    select d.id, d.account_id, d.type, d.order_id, d.entry_id, d.created_at from invoices_due d
    where ${which} and ${READY} order by d.id limit ${max} for update of d skip locked`.execute(trx);
  return rows;
}

/** Lists at most `max` ids of documents that can be issued, except these. */
export async function dueInvoiceIds(db: Kysely<Database>, except: readonly number[], max: number): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select d.id from invoices_due d where d.id <> all(${[...except]}::int[]) and ${READY} order by d.id limit ${max}`.execute(db);
  return rows;
}

export async function deleteDueInvoices(trx: Transaction<Database>, ids: readonly number[]): Promise<void> {
  await sql`delete from invoices_due where id = any(${[...ids]}::int[])`.execute(trx);
}

/** Returns whether a pro forma invoice of this order waits to be issued. */
export async function isProformDue(db: Kysely<Database>, orderId: number): Promise<boolean> {
  const { rows } = await sql`select from invoices_due where order_id = ${orderId} and type = 'proform' limit 1`.execute(db);
  return rows.length > 0;
}

/** Queues another pro forma invoice for each of these orders that waits for money. Returns these orders. */
export async function queueProforms(
  trx: Transaction<Database>,
  orderIds: readonly number[],
  now: Date,
): Promise<{ id: number; account_id: number }[]> {
  const { rows } = await sql<{ id: number; account_id: number }>`
    with waiting as (
      select id, account_id from orders
      where id = any(${[...orderIds]}::int[]) and status = 'awaiting_payment' and gross > 0 order by id
    ), queued as (
      insert into invoices_due (account_id, type, order_id, created_at) select account_id, 'proform', id, ${now}::timestamptz from waiting
    )
    select id, account_id from waiting order by id`.execute(trx);
  return rows;
}
