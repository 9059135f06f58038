/** An order that is never paid releases all that it reserved: capacity, addresses and the servers that were to be. */
import type { Order } from '@innkeeper/db/schema';
import { linesOf, serviceLines, updateOrder } from '@innkeeper/db/tables/orders';
import { deletePromoUses } from '@innkeeper/db/tables/promo-codes';
import { lockServices } from '@innkeeper/db/tables/services';
import { orderLife } from '@innkeeper/model/states/order';
import type { MutatingCx } from '../context.ts';
import { closePaymentsOf } from '../payments/end.ts';
import { releasePeriods } from '../services/periods.ts';
import { hooksOf } from '../services/registry.ts';

/** Types of orders whose services are there for them. */
const RESERVING: readonly string[] = ['new-service', 'new-addon', 'new-floating-ip'];

export interface Cancelling {
  verb: 'delete' | 'expire';
  /** A sentence for the customer, kept on order and servers. */
  reason: string;
  /** Whether its renewals may be ordered automatically again. Default false. */
  renewAgain?: boolean;
}

/** `order` is locked by the caller. Throws `wrong_state` when it does not wait for money. */
export async function cancelUnpaidOrder(
  cx: MutatingCx,
  order: Order,
  { verb, reason, renewAgain = false }: Cancelling,
): Promise<void> {
  await updateOrder(cx.db, order.id, { status: orderLife.next(order.status, verb), status_reason: reason, due_at: null });
  await closePaymentsOf(cx, [order.id]);
  await releasePeriods(cx, order.id, renewAgain ? 'free' : 'void');
  if (order.promo_code !== null) await deletePromoUses(cx.db, order.id);
  if (!RESERVING.includes(order.type)) return;
  for (const line of serviceLines(await linesOf(cx.db, [order.id]))) {
    const [service] = await lockServices(cx.db, [line.service_id]);
    if (service) await hooksOf(service).release?.(cx, service.id, { verb: 'give_up', reason });
  }
}
