/** Refunds of orders by staff: who refunded which part of which line, and why (docs/decisions/payments.md). */
import { type Kysely, sql } from 'kysely';
import { documented } from './start/documented.ts';

export const REFUNDS_OF_ORDERS = `
  -- Refunds of orders by staff. Other refunds follow from changes and ends of services.
  create table order_refunds (
    id integer generated always as identity primary key,
    order_id integer not null references orders,
    -- True if the money went back to the payer, false if it stayed on the balance.
    to_payer boolean not null,
    -- Reason as a sentence, which the customer reads.
    reason text not null check (reason <> ''),
    -- Refund of the payment. Null if the money stayed on the balance.
    payment_refund_id integer unique references payment_refunds,
    -- Member of the staff. Null for somebody at the host.
    made_by integer references staff,
    created_at timestamptz not null,
    constraint order_refunds_way check (to_payer = (payment_refund_id is not null))
  );
  create index order_refunds_order on order_refunds (order_id);
  create index order_refunds_made_by on order_refunds (made_by) where made_by is not null;
  -- Refunded part of each line, with its entry in the ledger.
  create table order_refund_lines (
    refund_id integer not null references order_refunds,
    line_id integer not null references order_lines,
    net bigint not null check (net > 0),
    vat bigint not null check (vat >= 0),
    entry_id integer not null unique references ledger_entries,
    primary key (refund_id, line_id)
  );
  create index order_refund_lines_line on order_refund_lines (line_id);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(documented(REFUNDS_OF_ORDERS)).execute(db);
}
