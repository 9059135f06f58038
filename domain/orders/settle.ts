import { pay } from '@innkeeper/db/ledger';
import type { Order } from '@innkeeper/db/schema';
import { linesOf, updateOrder } from '@innkeeper/db/tables/orders';
import { together } from '@innkeeper/db/transaction';
import { orderLife } from '@innkeeper/model/states/order';
import type { MutatingCx } from '../context.ts';
import { closePaymentsOf } from '../payments/end.ts';
import { fulfil } from './fulfil.ts';
import { askedBy } from './spending.ts';

/**
 * Pays an order from the balance and starts its fulfilment, in the caller's transaction, which has locked its row and knows that no
 * cap stops it. `by`: how the money
 * for it came onto the balance just now; absent: it was there. Throws `wrong_state` when the order does not wait for money,
 * `insufficient_funds` when the balance does not cover it.
 */
export async function settleFromBalance(cx: MutatingCx, order: Order, by?: { method: string }): Promise<void> {
  const status = orderLife.next(order.status, 'pay');
  const { id, account_id: accountId, net, vat, tax } = order;
  const now = cx.clock.now();
  const [, , lines] = await together(
    pay(cx.db, { accountId, orderId: id, net, vat, tax, description: `Order ${id}`, now }),
    updateOrder(cx.db, id, {
      status,
      from_balance: by ? 0n : order.gross,
      payment_method: by?.method ?? 'balance',
      paid_at: now,
      ...askedBy(cx.actor),
    }),
    linesOf(cx.db, [id]),
    closePaymentsOf(cx, [id]),
  );
  await fulfil(cx, order, lines);
}
