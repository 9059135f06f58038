import { lockOrder } from '@innkeeper/db/tables/orders';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { cancelUnpaidOrder } from '@innkeeper/domain/orders/cancel-unpaid';
import { ownedBy } from '@innkeeper/domain/own';

/** Cancels an order that waits for its money and gives back what it reserved. Throws `not_found`, `not_yours`, `wrong_state`. */
export async function deleteOrder(cx: MutatingCx, input: { order: number }): Promise<void> {
  const order = ownedBy(cx, await lockOrder(cx.db, input.order));
  await cancelUnpaidOrder(cx, order, { verb: 'delete', reason: 'The order was deleted before it was paid.' });
  await audit(cx, 'deleteOrder', { kind: 'order', id: order.id });
}
