import { loadOrders } from '@innkeeper/db/tables/orders';
import { servicesOfVoidOrder, wasEverAskedToPay } from '@innkeeper/db/tables/void-orders';
import type { Composer } from '../composer.ts';
import { contentOf } from '../order-content.ts';
import { queueMail } from '../queue.ts';

/**
 * Tells that an end by staff has voided an unpaid order. Writes nothing for an order whose payment was never asked for. A mail about the end
 * usually takes the fact and names the order (ends.ts), but an end that was undone or is over has no such mail.
 */
export const composeOrderVoid: Composer = async (cx, { account_id: accountId, order_id: orderId }) => {
  const [order] = await loadOrders(cx.db, [orderId]);
  if (order?.status !== 'cancelled' || !(await wasEverAskedToPay(cx.db, { accountId, orderId }))) return;
  const { is_ending: isEnding, is_orderable: isOrderable } = await servicesOfVoidOrder(cx.db, orderId);
  await queueMail(cx, {
    ...{ accountId, template: 'order-void', dedupeKey: `order-void:${orderId}` },
    data: { ...contentOf(cx, order), isEnding, isOrderable },
  });
};
