import { lockOrder } from '@innkeeper/db/tables/orders';
import type { MutatingCx } from '../context.ts';
import { ownedBy } from '../own.ts';
import { record } from '../record.ts';
import { cancelUnpaidOrder } from './cancel-unpaid.ts';

/** Cancels an order that waits for its money and gives back what it reserved. Throws `not_found`, `not_yours`, `wrong_state`. */
export async function deleteOrder(cx: MutatingCx, input: { order: number }): Promise<void> {
  const order = ownedBy(cx, await lockOrder(cx.db, input.order));
  await cancelUnpaidOrder(cx.db, order, {
    verb: 'delete',
    reason: 'The order was deleted before it was paid.',
    now: cx.clock.now(),
  });
  await record(cx, 'deleteOrder', { kind: 'order', id: order.id });
}
