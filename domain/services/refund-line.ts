/** Refunds an order line that could not be delivered to the balance. */
import { refund } from '@innkeeper/db/ledger';
import { linesOf, lockOrder, markLineRefunded, updateOrder } from '@innkeeper/db/tables/orders';
import { deletePromoUses } from '@innkeeper/db/tables/promo-codes';
import { orderLifecycle } from '@innkeeper/model/states/order';
import type { MutatingCx } from '../context.ts';

export interface Undelivered {
  orderId: number;
  lineId: number;
  /** Reason as a sentence for the customer. */
  reason: string;
}

/** Refunds a line once. Cancels the order if it has no other line to deliver. */
export async function refundLine(cx: MutatingCx, undelivered: Undelivered): Promise<void> {
  const { orderId, lineId, reason } = undelivered;
  const now = cx.clock.now();
  const order = await lockOrder(cx.db, orderId);
  const lines = await linesOf(cx.db, [orderId]);
  const line = lines.find((one) => one.id === lineId);
  if (!order || !line || line.refunded_at) return;
  await refund(cx.db, {
    accountId: order.account_id,
    orderId: order.id,
    lineId: line.id,
    net: line.net - line.refunded_net,
    vat: line.vat - line.refunded_vat,
    tax: order.tax,
    description: `Refund of order ${order.id}: ${line.label}`,
    now,
  });
  await markLineRefunded(cx.db, line.id, now);
  const nothingLeft = lines.every((one) => one.id === line.id || one.refunded_at);
  if (nothingLeft && order.promo_code !== null) await deletePromoUses(cx.db, order.id);
  await updateOrder(cx.db, order.id, {
    status_reason: reason,
    ...(nothingLeft ? { status: orderLifecycle.next(order.status, 'give_back') } : {}),
  });
}
