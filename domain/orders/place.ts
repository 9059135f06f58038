/**
 * Everything that costs money makes an order. When the balance covers it and may pay, it is paid at once, in the same
 * transaction; otherwise it waits, and keeps its reservations until it is due. Accounts that never paid get a short term and a
 * low limit.
 */

import { coversFromBalance } from '@innkeeper/db/ledger';
import { insertOrderWithLines, type NewOrderLine, updateOrder } from '@innkeeper/db/tables/orders';
import { sumLines } from '@innkeeper/model/pricing/order';
import type { Customer } from '../actor.ts';
import type { MutatingCx } from '../context.ts';
import { limitUnpaid } from './limit-unpaid.ts';
import { settleFromBalance } from './settle.ts';

export interface PlaceOrder {
  type: 'new-service' | 'renew-service' | 'scale-service';
  lines: NewOrderLine[];
  /** Whether the balance pays for it; else it waits for its owner. Default true. */
  autoPay?: boolean | undefined;
}

/** Makes the order, and pays it when the balance covers it and may. Returns which of the two happened. Throws `unpaid_limit`. */
export async function placeOrder(
  cx: MutatingCx<Customer>,
  { autoPay = true, ...placed }: PlaceOrder,
): Promise<{ orderId: number; paid: boolean }> {
  const now = cx.clock.now();
  const total = sumLines(placed.lines);
  const { order, lines } = await insertOrderWithLines(cx.db, {
    account_id: cx.actor.accountId,
    type: placed.type,
    status: 'awaiting_payment',
    tax_rate_bp: cx.actor.taxRate,
    ...total,
    payment_method: 'balance',
    auto_pay: autoPay,
    created_at: now,
    due_at: new Date(now.getTime() + cx.settings.orderDueMs),
    lines: placed.lines,
  });
  // Asked in any case: it also makes orders of one account wait for one another, on which `limitUnpaid` relies.
  const covered = await coversFromBalance(cx.db, cx.actor.accountId, total.gross);
  const paid = covered && autoPay;
  if (paid) await settleFromBalance(cx, order, lines);
  else await updateOrder(cx.db, order.id, { due_at: new Date(now.getTime() + (await limitUnpaid(cx))) });
  return { orderId: order.id, paid };
}
