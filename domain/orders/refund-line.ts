/** The money of an order line that could not be delivered goes back to the balance. */
import { refund } from '@innkeeper/db/ledger';
import type { Database } from '@innkeeper/db/schema';
import { linesOf, lockOrder, markLineRefunded, updateOrder } from '@innkeeper/db/tables/orders';
import { orderLife } from '@innkeeper/model/states/order';
import type { Transaction } from 'kysely';

export interface Undelivered {
  orderId: number;
  lineId: number;
  /** A sentence for the customer. */
  reason: string;
  now: Date;
}

/** Refunds a line once; an order of which nothing is left to deliver ends as cancelled. */
export async function refundLine(trx: Transaction<Database>, undelivered: Undelivered): Promise<void> {
  const { orderId, lineId, reason, now } = undelivered;
  const order = await lockOrder(trx, orderId);
  const lines = await linesOf(trx, [orderId]);
  const line = lines.find((one) => one.id === lineId);
  if (!order || !line || line.refunded_at) return;
  await refund(trx, {
    accountId: order.account_id,
    orderId: order.id,
    net: line.net,
    vat: line.vat,
    description: `Refund of order ${order.id}: ${line.label}`,
    now,
  });
  await markLineRefunded(trx, line.id, now);
  const nothingLeft = lines.every((one) => one.id === line.id || one.refunded_at);
  await updateOrder(trx, order.id, {
    status_reason: reason,
    ...(nothingLeft ? { status: orderLife.next(order.status, 'give_back') } : {}),
  });
}
