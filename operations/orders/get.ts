import { type OrderWithInvoices, withInvoices } from '@innkeeper/db/tables/invoices/list';
import type { LoadedOrder } from '@innkeeper/db/tables/orders';
import type { Cx } from '@innkeeper/domain/context';

/** Returns an order with its lines and invoices. */
export async function getOrder(cx: Cx, { order }: { order: LoadedOrder }): Promise<OrderWithInvoices> {
  return withInvoices(cx.db, order);
}
