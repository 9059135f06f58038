/** An order whose money has just come by a gateway is paid by it. */
import type { Order, Payment } from '@innkeeper/db/schema';
import { updateOrder } from '@innkeeper/db/tables/orders';
import { orderLife } from '@innkeeper/model/states/order';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { settleFromBalance } from '../orders/settle.ts';

/** `order` is locked, and its money is on the balance. A deposit stays there. */
export async function settleByPayment(cx: MutatingCx, order: Order, { method, id }: Payment): Promise<void> {
  if (order.type === 'deposit') {
    const now = cx.clock.now();
    await updateOrder(cx.db, order.id, { status: orderLife.next(order.status, 'pay'), payment_method: method, paid_at: now });
  } else await settleFromBalance(cx, order, { method });
  await audit(cx, 'order.paid', { kind: 'order', id: order.id, accountId: order.account_id }, { payment: id });
}
