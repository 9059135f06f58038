import { pay } from '@innkeeper/db/ledger';
import { linesOf, lockOrder, updateOrder } from '@innkeeper/db/tables/orders';
import { Failure } from '@innkeeper/model/failures';
import { orderLife } from '@innkeeper/model/states/order';
import type { MutatingCx } from '../context.ts';
import { fulfil } from './fulfil.ts';

/**
 * Pays an order from the balance and starts its fulfilment, in the caller's transaction. Throws `wrong_state` when it does not
 * wait for money, `insufficient_funds` when the balance does not cover it.
 */
export async function settleFromBalance(cx: MutatingCx, orderId: number): Promise<void> {
  const order = await lockOrder(cx.db, orderId);
  if (!order) throw new Failure('not_found');
  const status = orderLife.next(order.status, 'pay');
  await pay(cx.db, {
    accountId: order.account_id,
    orderId,
    net: order.net,
    vat: order.vat,
    description: `Order ${orderId}`,
    now: cx.clock.now(),
  });
  await updateOrder(cx.db, orderId, {
    status,
    from_balance: order.gross,
    payment_method: 'balance',
    paid_at: cx.clock.now(),
  });
  for (const line of await linesOf(cx.db, [orderId])) await fulfil(cx, order, line);
}
