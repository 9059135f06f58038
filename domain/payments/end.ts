/** Ends payments without money, or requests that they end. */
import type { Payment } from '@innkeeper/db/schema';
import { lockOrders, updateOrder } from '@innkeeper/db/tables/orders';
import { currentPayments, updatePayment } from '@innkeeper/db/tables/payments';
import { removeCard } from '@innkeeper/db/tables/saved-cards';
import { formatDecimal } from '@innkeeper/model/money/money';
import { orderLifecycle } from '@innkeeper/model/states/order';
import { LAST_POLL_MS, paymentLifecycle } from '@innkeeper/model/states/payment';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { queueMail } from '../mail/queue.ts';

export interface PaymentFailure {
  /** Failure code, from the gateway or ours. */
  code: string;
  /** Reason as a sentence for the customer. */
  reason: string;
  hardDecline: boolean;
}

/** Ends a payment as failed. The caller has locked the payment and its orders. Orders that it was paying wait for payment again. */
export async function endPayment(cx: MutatingCx, payment: Payment, { code, reason, hardDecline }: PaymentFailure): Promise<void> {
  const now = cx.clock.now();
  const orders = await cx.db.selectFrom('payment_orders').select('order_id').where('payment_id', '=', payment.id).execute();
  const ids = orders.map(({ order_id }) => order_id);
  // Only a charge that was started holds its order, and the caller has locked that order.
  if (payment.kind === 'saved_card' && payment.attempted_at !== null)
    for (const { id, status, gross } of await lockOrders(cx.db, ids)) {
      if (status !== 'processing') continue;
      await updateOrder(cx.db, id, { status: orderLifecycle.next(status, 'reopen') });
      const amount = `${formatDecimal(gross)} ${cx.settings.currency}`;
      const [about, once] = [
        { accountId: payment.account_id, data: { order: id, amount, reason } },
        `charge:${payment.id}:${id}`,
      ];
      await queueMail(cx, { ...about, template: 'charge-failed', dedupeKey: once });
    }
  await updatePayment(cx.db, payment.id, {
    state: paymentLifecycle.next(payment.state, 'fail'),
    failure_code: code,
    reason,
    hard_decline: hardDecline,
    closing: false,
    next_look_at: payment.attempted_at !== null && payment.gateway !== 'bank' ? new Date(now.getTime() + LAST_POLL_MS) : null,
    ended_at: now,
  });
  if (hardDecline && payment.saved_card_id !== null) await removeCard(cx.db, payment.saved_card_id, now);
  const details = { code, orders: ids, ...(hardDecline && { hard_decline: true }) };
  await audit(cx, 'payment.failed', { kind: 'payment', id: payment.id, accountId: payment.account_id }, details);
}

/**
 * Ends the payments of orders that are cancelled or paid. The caller has locked the orders.
 *
 * Waiting payments end immediately. Open ones are closed at their gateway soon (jobs/poll-payments.ts), and money that arrives before
 * that goes to the balance.
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
