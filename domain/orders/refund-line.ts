/** The money of an order line that could not be delivered goes back to the balance. */
import { refund } from '@innkeeper/db/ledger';
import { linesOf, lockOrder, markLineRefunded, updateOrder } from '@innkeeper/db/tables/orders';
import { deletePromoUses } from '@innkeeper/db/tables/promo-codes';
import { orderLife } from '@innkeeper/model/states/order';
import type { MutatingCx } from '../context.ts';

export interface Undelivered {
  orderId: number;
  lineId: number;
  /** A sentence for the customer. */
  reason: string;
}

/** Refunds a line once; an order of which nothing is left to deliver ends as cancelled. */
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
    ...(nothingLeft ? { status: orderLife.next(order.status, 'give_back') } : {}),
  });
}
