/** Cancels unpaid orders and releases everything they reserved: capacity, addresses and planned servers. */
import type { Order } from '@innkeeper/db/schema';
import { linesOf, serviceLines, updateOrder } from '@innkeeper/db/tables/orders';
import { deletePromoUses } from '@innkeeper/db/tables/promo-codes';
import { lockServices } from '@innkeeper/db/tables/services';
import { orderLifecycle } from '@innkeeper/model/states/order';
import type { MutatingCx } from '../context.ts';
import { leavePaymentsOf } from '../payments/lower.ts';
import { hooksOf } from '../service-types/registry.ts';
import { releasePeriods } from '../services/periods.ts';

/** Order types that create their services. */
const RESERVING: readonly string[] = ['new-service', 'new-addon', 'new-floating-ip'];

export interface Cancelling {
  verb: 'delete' | 'expire';
  /** Reason as a sentence for the customer, stored with the order and its servers. */
  reason: string;
  /** `true` if the renewals may be ordered automatically again. */
  renewAgain?: boolean;
}

/** Cancels an order that the caller has locked. Throws `wrong_state` if the order is not waiting for payment. */
export async function cancelUnpaidOrder(
  cx: MutatingCx,
  order: Order,
  { verb, reason, renewAgain = false }: Cancelling,
): Promise<void> {
  await updateOrder(cx.db, order.id, { status: orderLifecycle.next(order.status, verb), status_reason: reason, due_at: null });
  await leavePaymentsOf(cx, order);
  await releasePeriods(cx, order.id, renewAgain ? 'free' : 'void');
  if (order.promo_code !== null) await deletePromoUses(cx.db, order.id);
  if (!RESERVING.includes(order.type)) return;
  for (const line of serviceLines(await linesOf(cx.db, [order.id]))) {
    const [service] = await lockServices(cx.db, [line.service_id]);
    if (service) await hooksOf(service).release?.(cx, service.id, { verb: 'give_up', reason });
  }
}
