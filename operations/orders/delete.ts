import type { Order } from '@innkeeper/db/schema';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { cancelUnpaidOrder } from '@innkeeper/domain/orders/cancel-unpaid';

/** Cancels an unpaid order and releases what it reserved. */
export async function deleteOrder(cx: MutatingCx, { order }: { order: Order }): Promise<void> {
  await cancelUnpaidOrder(cx, order, { verb: 'delete', reason: 'The order was deleted before payment.' });
  await audit(cx, 'deleteOrder', { kind: 'order', id: order.id });
}
