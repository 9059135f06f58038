/**
 * Queues a pro forma invoice for each change of an order. One row an order lost a change: a worker that had already read the order deleted the
 * row that stood for both.
 */
import { type Kysely, sql } from 'kysely';
import { documented } from './start/documented.ts';

export const QUEUED_PROFORMS = `
  drop index invoices_due_order;
  create index invoices_due_order on invoices_due (order_id) where type = 'proform';

  create or replace function queue_proform() returns trigger language plpgsql as $$
  begin
    insert into invoices_due (account_id, type, order_id, created_at) values (new.account_id, 'proform', new.id, new.created_at);
    return null;
  end $$;

  create or replace function queue_proform_of_transfer() returns trigger language plpgsql as $$
  begin
    insert into invoices_due (account_id, type, order_id, created_at)
      select o.account_id, 'proform', o.id, p.created_at from orders o, payments p
      where o.id = new.order_id and p.id = new.payment_id and p.kind = 'transfer' and o.status = 'awaiting_payment' and o.gross > 0;
    return null;
  end $$;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(documented(QUEUED_PROFORMS)).execute(db);
}
