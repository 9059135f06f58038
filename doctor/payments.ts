/** Orders that are held for a payment although none is open. Nothing would reopen them, and what they renew would run free of charge. */
import { sql } from 'kysely';
import type { Suspicion, Target } from './target.ts';

export async function lookAtPayments({ db }: Target): Promise<Suspicion[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from orders o where o.status = 'processing' and not exists (
      select from payment_orders l join payments p on p.id = l.payment_id
      where l.order_id = o.id and l.stage = 'open' and p.state in ('pending', 'unknown'))
    order by o.id`.execute(db);
  const which = rows.map(({ id }) => `order ${id}`);
  const what = 'are missing for orders in processing';
  return [{ name: 'payments', which, what, remedy: 'see payments with ./innkeeper payment list, and report this as a bug' }];
}
