import { type LoadedOrder, loadOrders } from '@innkeeper/db/tables/orders';
import type { Cx } from '../context.ts';
import { ownedBy } from '../own.ts';

/** Throws `not_found`, `not_yours`. */
export async function getOrder(cx: Cx, input: { order: number }): Promise<LoadedOrder> {
  const [order] = await loadOrders(cx.db, [input.order]);
  return ownedBy(cx, order);
}
