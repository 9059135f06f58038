import { pay } from '@innkeeper/db/ledger';
import type { Order } from '@innkeeper/db/schema';
import { linesOf, updateOrder } from '@innkeeper/db/tables/orders';
import { together } from '@innkeeper/db/transaction';
import { orderLife } from '@innkeeper/model/states/order';
import type { MutatingCx } from '../context.ts';
import { fulfil } from './fulfil.ts';

/**
 * Pays an order from the balance and starts its fulfilment, in the caller's transaction, which has locked its row. Throws
 * `wrong_state` when it does not wait for money, `insufficient_funds` when the balance does not cover it.
 */
export async function settleFromBalance(cx: MutatingCx, order: Order): Promise<void> {
  const status = orderLife.next(order.status, 'pay');
  const { id, account_id: accountId, net, vat, tax } = order;
  const now = cx.clock.now();
  const [, , lines] = await together(
    pay(cx.db, { accountId, orderId: id, net, vat, tax, description: `Order ${id}`, now }),
    updateOrder(cx.db, id, { status, from_balance: order.gross, payment_method: 'balance', paid_at: now }),
    linesOf(cx.db, [id]),
  );
  await fulfil(cx, order, lines);
}
