import { type LoadedOrder, pageOfOrders } from '@innkeeper/db/tables/orders';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import type { OrderStatus } from '@innkeeper/model/states/order';

/** Returns a page of the orders of the caller's account, newest first, and the total count. */
export function listOrders(
  cx: Cx<Customer>,
  input: { page: number; perPage: number; statuses: OrderStatus[] },
): Promise<{ rows: LoadedOrder[]; total: number }> {
  return pageOfOrders(cx.db, { accountId: cx.actor.accountId, ...input });
}
