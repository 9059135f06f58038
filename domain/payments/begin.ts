/**
 * Starts a payment by a gateway: inserts its row and starts the workflow that calls the gateway.
 *
 * If one of the orders has an open attempt, the workflow closes that attempt first, and the new attempt waits. A new attempt replaces an
 * attempt that is still waiting. Other orders of such an attempt are asked for again.
 */
import { randomBytes } from 'node:crypto';
import type { Order, Payment, SavedCard } from '@innkeeper/db/schema';
import { updateOrder } from '@innkeeper/db/tables/orders';
import { type CurrentPayment, currentPayments, insertPayment } from '@innkeeper/db/tables/payments';
import { Failure } from '@innkeeper/model/failures';
import { FAILURE_REASONS } from '@innkeeper/model/payments/failure-reasons';
import { makeReference } from '@innkeeper/model/payments/reference';
import type { MutatingCx } from '../context.ts';
import { refuseRenewalOfEnding } from '../services/staff-suspension.ts';
import { originOf } from '../spending.ts';
import { startWorkflow } from '../workflows/start.ts';
import { askForOthers } from './ask-again.ts';
import { endPayment } from './end.ts';

export interface BeginPaymentInput {
  accountId: number;
  /** Orders of this account, locked by the caller. Each must be awaiting payment. */
  orders: readonly Order[];
  /** Key and driver from a row of payment_methods. */
  method: { key: string; driver: Payment['gateway'] };
  /** Card to charge without its owner. Without a card, the payer uses the gateway's page or a transfer. */
  card?: SavedCard;
  /** Consent of the payer to store the card of this payment. Default: false. */
  storeCard?: boolean;
}

const REFERENCE_BYTES = 12;

/** Returns the payment, which may be an earlier one for the same orders. Throws `wrong_state`. */
export async function beginPayment(cx: MutatingCx, input: BeginPaymentInput): Promise<Payment> {
  const { accountId, orders, method, card, storeCard = false } = input;
  for (const { id, status } of orders)
    if (status !== 'awaiting_payment') throw new Failure('wrong_state', { message: `Order ${id} is not awaiting payment.` });
  await refuseRenewalOfEnding(cx, orders);
  const orderIds = orders.map(({ id }) => id).toSorted((a, b) => a - b);
  const kind = card ? 'saved_card' : method.driver === 'bank' ? 'transfer' : 'checkout';
  const amount = orders.reduce((sum, { gross }) => sum + gross, 0n);
  const current = await currentPayments(cx.db, orderIds);
  const same = current.find((one) => one.kind === kind && isSame(one, { method: method.key, amount, orderIds, storeCard }));
  if (same && !card) return same;
  for (const payment of current) {
    // The workflow closes open ones.
    if (payment.stage === 'waiting')
      await endPayment(cx, payment, { code: 'replaced', reason: FAILURE_REASONS.replaced, hardDecline: false });
    await askForOthers(cx, payment, orderIds);
  }
  const payment = await insertPayment(
    cx.db,
    {
      account_id: accountId,
      gateway: method.driver,
      method: method.key,
      kind,
      amount,
      currency: cx.settings.currency,
      reference: makeReference(randomBytes(REFERENCE_BYTES)),
      saved_card_id: card?.id ?? null,
      store_card: storeCard,
      created_at: cx.clock.now(),
    },
    orderIds,
  );
  for (const id of orderIds) await updateOrder(cx.db, id, { payment_method: method.key, ...originOf(cx.actor) });
  await startWorkflow(cx, 'payment.collect', payment, {}, { action: 'payment.begun', lock: null, details: { orders: orderIds } });
  return payment;
}

function isSame(
  payment: CurrentPayment,
  request: { method: string; amount: bigint; orderIds: readonly number[]; storeCard: boolean },
): boolean {
  const { state, closing, method, amount, order_ids, store_card } = payment;
  if (store_card !== request.storeCard) return false;
  if (state !== 'pending' || closing || method !== request.method || amount !== request.amount) return false;
  return String(order_ids) === String(request.orderIds);
}
