import { type LoadedOrder, loadOrders } from '@innkeeper/db/tables/orders';
import type { Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { type Quoted, quotedLinesOf, quoteOf } from '@innkeeper/domain/orders/quote';
import { type OrderChanges, updateOrder } from './update.ts';

/** What the order would cost with these changes. The caller's transaction is rolled back. */
export async function quoteUpdate(
  cx: MutatingCx<Customer>,
  input: { order: Parameters<typeof updateOrder>[1]['order']; changes: OrderChanges },
): Promise<Quoted> {
  await updateOrder(cx, input);
  const [order] = (await loadOrders(cx.db, [input.order.id])) as [LoadedOrder];
  return quoteOf(cx, cx.actor, quotedLinesOf(order), { downtime: 'none', capacity: 'ok' });
}
