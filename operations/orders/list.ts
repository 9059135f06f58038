import { type LoadedOrder, pageOfOrders } from '@innkeeper/db/tables/orders';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import type { OrderStatus } from '@innkeeper/model/states/order';

/** The caller's orders, newest first, a page of them and how many there are. */
export function listOrders(
  cx: Cx<Customer>,
  input: { page: number; perPage: number; statuses: OrderStatus[] },
): Promise<{ rows: LoadedOrder[]; total: number }> {
  return pageOfOrders(cx.db, { accountId: cx.actor.accountId, ...input });
}
