/** Inserts orders of several accounts together. */
import { type Kysely, sql } from 'kysely';
import type { Database, OrderLine } from '../schema.ts';
import type { NewOrder } from './orders.ts';

export interface OrderOfAccount {
  id: number;
  account_id: number;
  /** Lines by position. */
  lines: OrderLine[];
}

/**
 * Inserts orders with their lines. One statement with a constant text inserts all of them. Each order must be of a different account.
 * Returns the new orders in the sequence of `orders`.
 */
export async function insertOrderOfEach(trx: Kysely<Database>, orders: readonly NewOrder[]): Promise<OrderOfAccount[]> {
  const rows = orders.map(({ lines, tax, ...order }) => ({ ...order, tax: JSON.parse(tax) as unknown }));
  const lines = orders.flatMap(({ account_id, lines }) => lines.map((line, position) => ({ ...line, account_id, position })));
  const { rows: made } = await sql<OrderLine & { account_id: number }>`
    with placed as (
      insert into orders (account_id, type, status, tax, promo_code, net, vat, gross, from_balance, payment_method, auto_pay, uncapped,
        created_at, due_at, paid_at)
      select account_id, type, status, tax, promo_code, net, vat, gross, coalesce(from_balance, 0), payment_method, auto_pay, uncapped, created_at,
        due_at, paid_at
      from jsonb_populate_recordset(null::orders, ${json(rows)}::jsonb)
      returning id, account_id
    ), lines as (
      insert into order_lines (order_id, position, label, sublabel, service_type, service_id, quantity, period_from, period_to, billing_cycle,
        minimum_billing_cycle, is_period_changeable, list_net, discount, promo, net, vat, gross, explanation)
      select p.id, l.position, l.label, l.sublabel, l.service_type, l.service_id, l.quantity, l.period_from, l.period_to, l.billing_cycle,
        l.minimum_billing_cycle, l.is_period_changeable, l.list_net, l.discount, l.promo, l.net, l.vat, l.gross, l.explanation
      from placed p join jsonb_to_recordset(${json(lines)}::jsonb) as l (account_id integer, position integer, label text, sublabel text,
        service_type text, service_id integer, quantity integer, period_from timestamptz, period_to timestamptz, billing_cycle integer,
        minimum_billing_cycle integer, is_period_changeable boolean, list_net bigint, discount bigint, promo jsonb, net bigint, vat bigint,
        gross bigint, explanation jsonb) using (account_id)
      returning *
    )
    select lines.*, placed.account_id from lines join placed on placed.id = lines.order_id order by lines.order_id, lines.position`.execute(
    trx,
  );
  const byAccount = new Map<number, OrderOfAccount>();
  for (const { account_id, ...line } of made) {
    const order = byAccount.get(account_id);
    if (order) order.lines.push(line);
    else byAccount.set(account_id, { id: line.order_id, account_id, lines: [line] });
  }
  return orders.map(({ account_id }) => {
    const order = byAccount.get(account_id);
    if (!order) throw new Error(`the order of account ${account_id} has no lines`);
    return order;
  });
}

/** Serializes cents as strings, which PostgreSQL reads as numbers. */
const json = (rows: unknown): string =>
  JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
