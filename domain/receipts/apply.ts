/**
 * Applies a gateway's reports: the outcome becomes the state of the payment, and receipts become money. A report may arrive repeatedly,
 * late and in any order.
 */

import { lockBalance } from '@innkeeper/db/ledger';
import type { Payment } from '@innkeeper/db/schema';
import { alertKeyOf, alertOnce, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { type LockedPayment, lockPayment, updatePayment } from '@innkeeper/db/tables/payments';
import { saveCard } from '@innkeeper/db/tables/saved-cards';
import { withSavepoint } from '@innkeeper/db/transaction';
import { Failure } from '@innkeeper/model/failures';
import { FAILURE_REASONS } from '@innkeeper/model/payments/failure-reasons';
import type { PaymentOutcome } from '@innkeeper/model/payments/outcome';
import { asOwnEnd } from '@innkeeper/model/payments/own-ends';
import { isPaymentOpen, nextPoll, paymentLifecycle, SEARCH_LAG_MS } from '@innkeeper/model/states/payment';
import { type Cx, type MutatingCx, transact } from '../context.ts';
import { endPayment, type PaymentFailure } from '../payments/end.ts';
import { postReceipts } from './post-receipts.ts';

const LOST = 'payment_unknown';
const NOT_SETTLED = 'payment_not_settled';

const NEVER_ARRIVED: PaymentFailure = {
  code: 'never_arrived',
  reason: FAILURE_REASONS.never_arrived,
  hardDecline: false,
};

/** Applies an outcome in its own transaction, as `applyOrKeepAsBalance` does. */
export function applyOutcome(cx: Cx, paymentId: number, outcome: PaymentOutcome): Promise<void> {
  return transact(cx, (one) => applyOrKeepAsBalance(one, paymentId, outcome));
}

/** Applies an outcome in the caller's transaction. If its money cannot settle its orders, the money stays on the balance, with an alert. */
export async function applyOrKeepAsBalance(cx: MutatingCx, paymentId: number, outcome: PaymentOutcome): Promise<void> {
  try {
    await withSavepoint(cx.db, () => applyInTransaction(cx, paymentId, outcome));
  } catch (error) {
    if (!(error instanceof Failure) || outcome.state !== 'succeeded') throw error;
    await applyInTransaction(cx, paymentId, outcome, { settle: false });
    const message = `Payment ${paymentId} was received, but its orders could not be settled: ${error.message} The money is on the balance of the account.`;
    const resource = { kind: 'payment', id: paymentId };
    await alertOnce(cx.db, { kind: NOT_SETTLED, key: alertKeyOf(resource), resource, message });
  }
}

/** Applies an outcome in the caller's transaction. Throws a `Failure` if an order cannot be settled. */
export async function applyInTransaction(
  cx: MutatingCx,
  paymentId: number,
  outcome: PaymentOutcome,
  { settle = true } = {},
): Promise<void> {
  const locked = await lockPayment(cx.db, paymentId);
  if (!locked) throw new Failure('internal', { internal: `there is no payment ${paymentId}` });
  const { payment } = locked;
  if ('gatewayId' in outcome && outcome.gatewayId && payment.gateway_id === null)
    await updatePayment(cx.db, paymentId, { gateway_id: outcome.gatewayId });
  const wasUnknown = payment.state === 'unknown';
  switch (outcome.state) {
    case 'succeeded':
      await postReceipts(cx, locked, outcome.receipts, { settle });
      if (outcome.cardCountry && payment.card_country === null)
        await updatePayment(cx.db, paymentId, { card_country: outcome.cardCountry });
      if (outcome.card) await remember(cx, locked, outcome.card);
      break;
    case 'failed':
      if (isPaymentOpen(payment.state)) await endPayment(cx, payment, payment.closing ? asOwnEnd(outcome) : outcome);
      break;
    case 'absent':
      if (!isPaymentOpen(payment.state)) break;
      if (mayStillArrive(payment, cx.clock.now())) return markUnknown(cx, paymentId);
      await endPayment(cx, payment, payment.closing ? asOwnEnd(NEVER_ARRIVED) : NEVER_ARRIVED);
      break;
    case 'pending':
      if (wasUnknown) await updatePayment(cx.db, paymentId, { state: paymentLifecycle.next(payment.state, 'find'), tries: 0 });
  }
  if (wasUnknown) await resolveAlerts(cx.db, { kind: LOST, key: alertKeyOf({ kind: 'payment', id: paymentId }) }, cx.clock.now());
}

/**
 * Returns whether a card was charged so recently that the gateway's search may not find the charge yet. A checkout page that the gateway
 * does not find cannot be paid, because its address was never given out.
 */
const mayStillArrive = ({ kind, attempted_at }: Payment, now: Date): boolean =>
  kind === 'saved_card' && attempted_at !== null && now.getTime() - attempted_at.getTime() < SEARCH_LAG_MS;

/**
 * Marks the result of a payment as unknown, because the gateway did not answer. The gateway is polled again, and finally an alert is
 * opened.
 */
export async function markUnknown(cx: MutatingCx, paymentId: number): Promise<void> {
  const locked = await lockPayment(cx.db, paymentId);
  if (!locked || !isPaymentOpen(locked.payment.state)) return;
  const { id, state, tries, gateway, reference } = locked.payment;
  const unansweredPolls = state === 'unknown' ? tries + 1 : 0;
  const { afterMs, alert } = nextPoll(unansweredPolls);
  const next_look_at = new Date(cx.clock.now().getTime() + afterMs);
  await updatePayment(cx.db, id, { state: paymentLifecycle.next(state, 'lose'), tries: unansweredPolls, next_look_at });
  if (!alert) return;
  const resource = { kind: 'payment', id };
  const message = `The result of payment ${id} (${reference}) is unknown: ${gateway} has not answered for more than a day. Check the payment at the gateway, then run ./innkeeper payment confirm ${id} or ./innkeeper payment fail ${id}.`;
  await alertOnce(cx.db, { kind: LOST, key: alertKeyOf(resource), resource, message });
}

/** Stores the card if the payer agreed. A card that the gateway has stored without consent, or for a closed account, is detached. */
async function remember(cx: MutatingCx, { payment }: LockedPayment, card: Parameters<typeof saveCard>[1]['card']): Promise<void> {
  const { gateway, account_id: accountId, store_card } = payment;
  // Two payments may store the same card at the same time. The second one waits here, and replaces the card of the first.
  await lockBalance(cx.db, accountId);
  await saveCard(cx.db, { gateway, accountId, card, isAgreed: store_card, now: cx.clock.now() });
}
