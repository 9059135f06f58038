/** A payment ends without its money, or is to end. */
import type { Payment } from '@innkeeper/db/schema';
import { lockOrders, updateOrder } from '@innkeeper/db/tables/orders';
import { currentPayments, updatePayment } from '@innkeeper/db/tables/payments';
import { endCard } from '@innkeeper/db/tables/saved-cards';
import { decimal } from '@innkeeper/model/money';
import { orderLife } from '@innkeeper/model/states/order';
import { LAST_LOOK_MS, paymentLife } from '@innkeeper/model/states/payment';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { queueMail } from '../mail/queue.ts';

export interface WhyFailed {
  /** A word of the gateway's, or ours. */
  code: string;
  /** A sentence for the customer. */
  reason: string;
  hardDecline: boolean;
}

/** The payment's orders, and it, are locked by the caller. Those that it was settling wait for their money again. */
export async function endPayment(cx: MutatingCx, payment: Payment, { code, reason, hardDecline }: WhyFailed): Promise<void> {
  const now = cx.clock.now();
  const orders = await cx.db.selectFrom('payment_orders').select('order_id').where('payment_id', '=', payment.id).execute();
  const ids = orders.map(({ order_id }) => order_id);
  // Only of a charge that was begun is an order held; that one is locked already.
  if (payment.kind === 'saved_card' && payment.attempted_at !== null)
    for (const { id, status, gross } of await lockOrders(cx.db, ids)) {
      if (status !== 'processing') continue;
      await updateOrder(cx.db, id, { status: orderLife.next(status, 'reopen') });
      const amount = `${decimal(gross)} ${cx.settings.currency}`;
      const [about, once] = [
        { accountId: payment.account_id, data: { order: id, amount, reason } },
        `charge:${payment.id}:${id}`,
      ];
      await queueMail(cx, { ...about, template: 'charge-failed', once });
    }
  await updatePayment(cx.db, payment.id, {
    state: paymentLife.next(payment.state, 'fail'),
    failure_code: code,
    reason,
    hard_decline: hardDecline,
    closing: false,
    next_look_at: payment.attempted_at !== null && payment.gateway !== 'bank' ? new Date(now.getTime() + LAST_LOOK_MS) : null,
    ended_at: now,
  });
  if (hardDecline && payment.saved_card_id !== null) await endCard(cx.db, { id: payment.saved_card_id }, now);
  const told = { code, orders: ids, ...(hardDecline && { hard_decline: true }) };
  await audit(cx, 'payment.failed', { kind: 'payment', id: payment.id, accountId: payment.account_id }, told);
}

/**
 * Nobody is to pay these orders by a gateway any more: they are gone, or paid. What waits ends at once; what is open is closed at its gateway
 * soon (jobs/look-at-payments.ts), and what is paid until then becomes balance. The orders are locked by the caller.
 */
export async function closePaymentsOf(cx: MutatingCx, orderIds: readonly number[]): Promise<void> {
  for (const payment of await currentPayments(cx.db, orderIds)) {
    if (payment.stage === 'open') await updatePayment(cx.db, payment.id, { closing: true, next_look_at: cx.clock.now() });
    else
      await endPayment(cx, payment, {
        code: 'order_gone',
        reason: 'The order of this payment is paid or cancelled.',
        hardDecline: false,
      });
  }
}
