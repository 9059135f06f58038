import { pay } from '@innkeeper/db/ledger';
import type { Order } from '@innkeeper/db/schema';
import { linesOf, updateOrder } from '@innkeeper/db/tables/orders';
import { together } from '@innkeeper/db/transaction';
import { orderLifecycle } from '@innkeeper/model/states/order';
import type { MutatingCx } from '../context.ts';
import { leavePaymentsOf } from '../payments/lower.ts';
import { refuseRenewalOfEnding } from '../services/staff-suspension.ts';
import { originOf } from '../spending.ts';
import { fulfil } from './fulfil.ts';

/**
 * Pays an order from the balance and starts its fulfilment, in the caller's transaction. The caller has locked the row and checked the
 * caps. `payment` is a payment that has just arrived. Without it, the money was already on the balance.
 *
 * Throws `wrong_state` if the order is not waiting for payment, and `insufficient_funds` if the balance does not cover it. Without `payment`,
 * also throws `wrong_state` if staff ends a service that the order renews.
 */
export async function settleFromBalance(cx: MutatingCx, order: Order, payment?: { method: string }): Promise<void> {
  const status = orderLifecycle.next(order.status, 'pay');
  if (!payment) await refuseRenewalOfEnding(cx, [order]);
  const { id, account_id: accountId, net, vat, tax } = order;
  const now = cx.clock.now();
  const [, , lines] = await together(
    pay(cx.db, { accountId, orderId: id, net, vat, tax, description: `Order ${id}`, now }),
    updateOrder(cx.db, id, {
      status,
      from_balance: payment ? 0n : order.gross,
      payment_method: payment?.method ?? 'balance',
      paid_at: now,
      ...originOf(cx.actor),
    }),
    linesOf(cx.db, [id]),
    leavePaymentsOf(cx, order),
  );
  await fulfil(cx, order, lines);
}
