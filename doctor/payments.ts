/**
 * Finds orders in state `processing` without a pending or unknown payment. Only the end of a payment reopens an order. Without a payment,
 * such an order stays in this state, and the services that it renews run free of charge.
 */
import { sql } from 'kysely';
import type { Finding, Target } from './target.ts';

export async function checkPayments({ db }: Target): Promise<Finding[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from orders o where o.status = 'processing' and not exists (
      select from payment_orders l join payments p on p.id = l.payment_id
      where l.order_id = o.id and l.stage = 'open' and p.state in ('pending', 'unknown'))
    order by o.id`.execute(db);
  const which = rows.map(({ id }) => `order ${id}`);
  const what = 'are missing for orders in processing';
  return [
    {
      name: 'payments',
      items: which,
      predicate: what,
      remedy: 'see payments with ./innkeeper payment list, and report this as a bug',
    },
  ];
}
