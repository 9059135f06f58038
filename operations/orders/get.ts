import { type LoadedOrder, loadOrders } from '@innkeeper/db/tables/orders';
import type { Cx } from '@innkeeper/domain/context';
import { ownedBy } from '@innkeeper/domain/own';

/** Throws `not_found`, `not_yours`. */
export async function getOrder(cx: Cx, input: { order: number }): Promise<LoadedOrder> {
  const [order] = await loadOrders(cx.db, [input.order]);
  return ownedBy(cx, order);
}
