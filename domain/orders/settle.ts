import { pay } from '@innkeeper/db/ledger';
import type { Order, OrderLine } from '@innkeeper/db/schema';
import { linesOf, updateOrder } from '@innkeeper/db/tables/orders';
import { orderLife } from '@innkeeper/model/states/order';
import type { MutatingCx } from '../context.ts';
import { fulfil } from './fulfil.ts';

/**
 * Pays an order from the balance and starts its fulfilment, in the caller's transaction, which has locked or made its row. `lines`:
 * where they are at hand. Throws `wrong_state` when it does not wait for money, `insufficient_funds` when the balance does not cover it.
 */
export async function settleFromBalance(cx: MutatingCx, order: Order, lines?: readonly OrderLine[]): Promise<void> {
  const status = orderLife.next(order.status, 'pay');
  await pay(cx.db, {
    accountId: order.account_id,
    orderId: order.id,
    net: order.net,
    vat: order.vat,
    description: `Order ${order.id}`,
    now: cx.clock.now(),
  });
  await updateOrder(cx.db, order.id, {
    status,
    from_balance: order.gross,
    payment_method: 'balance',
    paid_at: cx.clock.now(),
  });
  for (const line of lines ?? (await linesOf(cx.db, [order.id]))) await fulfil(cx, order, line);
}
