/** Ends payments without money, or requests that they end. */
import type { Order, Payment } from '@innkeeper/db/schema';
import { lockOrders, updateOrder } from '@innkeeper/db/tables/orders';
import { type CurrentPayment, currentPayments, updatePayment } from '@innkeeper/db/tables/payments';
import { removeCard } from '@innkeeper/db/tables/saved-cards';
import { endingServiceOf } from '@innkeeper/db/tables/service-ends';
import { FAILURE_REASONS } from '@innkeeper/model/payments/failure-reasons';
import { orderLifecycle } from '@innkeeper/model/states/order';
import { LAST_POLL_MS, paymentLifecycle } from '@innkeeper/model/states/payment';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { queueChargeFailed } from '../mail/charge-failed.ts';
import { addMailsDue } from '../mail/due.ts';
import { askForOthers } from './ask-again.ts';

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
  const reopened: Order[] = [];
  // Only a charge that was started holds its order, and the caller has locked that order.
  if (payment.kind === 'saved_card' && payment.attempted_at !== null)
    for (const order of await lockOrders(cx.db, ids)) {
      if (order.status !== 'processing') continue;
      await updateOrder(cx.db, order.id, { status: orderLifecycle.next(order.status, 'reopen') });
      reopened.push(order);
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
  for (const order of reopened) await mailFailure(cx, payment, { order, code, reason });
}

/**
 * Mails that a card could not be charged. An order of a service that staff ends is about to be void, so its mail waits for the outcome
 * (mail/facts/order-void.ts).
 */
async function mailFailure(
  cx: MutatingCx,
  { id: paymentId }: Payment,
  { order, code, reason }: Pick<PaymentFailure, 'code' | 'reason'> & { order: Order },
): Promise<void> {
  if (cx.settings.hasTrialPayments) return;
  const { id: orderId, account_id: accountId, gross } = order;
  if (await endingServiceOf(cx.db, [orderId]))
    return addMailsDue(cx, { kind: 'order-void', accountId, orderId, ids: [paymentId], delayMs: 0 });
  await queueChargeFailed(cx, order, { paymentId, amount: gross, code, reason });
}

/**
 * Ends the payments of orders whose payment changes, and asks again for other orders of the same payments. The caller has locked the orders.
 *
 * Waiting payments end immediately. Open ones are closed at their gateway soon (jobs/poll-payments.ts), and money that arrives before
 * that goes to the balance.
 */
export async function closePaymentsOf(cx: MutatingCx, orderIds: readonly number[]): Promise<void> {
  for (const payment of await currentPayments(cx.db, orderIds)) {
    await closeCurrentPayment(cx, payment);
    await askForOthers(cx, payment, orderIds);
  }
}

/** Ends a payment as `closePaymentsOf` does. The caller has locked its orders. */
export async function closeCurrentPayment(cx: MutatingCx, payment: CurrentPayment): Promise<void> {
  if (payment.stage === 'open') return updatePayment(cx.db, payment.id, { closing: true, next_look_at: cx.clock.now() });
  await endPayment(cx, payment, {
    code: 'order_gone',
    reason: FAILURE_REASONS.order_gone,
    hardDecline: false,
  });
}
