/** Settles an order with money that a gateway has just received. */
import type { Order, Payment } from '@innkeeper/db/schema';
import { updateOrder } from '@innkeeper/db/tables/orders';
import { orderLifecycle } from '@innkeeper/model/states/order';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { addMailsDue } from '../mail/due.ts';
import { settleFromBalance } from '../orders/settle.ts';

/** Pays an order whose row is locked and whose money is on the balance. The money of a deposit stays there. */
export async function settleByPayment(cx: MutatingCx, order: Order, { method, id }: Payment): Promise<void> {
  if (order.type === 'deposit') {
    const now = cx.clock.now();
    await updateOrder(cx.db, order.id, {
      status: orderLifecycle.next(order.status, 'pay'),
      payment_method: method,
      paid_at: now,
    });
    await addMailsDue(cx, { kind: 'deposit-received', accountId: order.account_id, orderId: order.id });
  } else await settleFromBalance(cx, order, { method });
  await audit(cx, 'order.paid', { kind: 'order', id: order.id, accountId: order.account_id }, { payment: id });
}
