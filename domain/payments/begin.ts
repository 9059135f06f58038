/**
 * Somebody means to pay orders by a gateway: the payment's row, and the workflow that asks the gateway. An attempt that is open for one
 * of the orders is closed by that workflow first, so the new one waits until then; an attempt that still waits is replaced.
 */
import { randomBytes } from 'node:crypto';
import type { Order, Payment, SavedCard } from '@innkeeper/db/schema';
import { updateOrder } from '@innkeeper/db/tables/orders';
import { type CurrentPayment, currentPayments, insertPayment } from '@innkeeper/db/tables/payments';
import { Failure } from '@innkeeper/model/failures';
import { makeReference } from '@innkeeper/model/payments/reference';
import type { MutatingCx } from '../context.ts';
import { askedBy } from '../orders/spending.ts';
import { start } from '../workflows/start.ts';
import { endPayment } from './end.ts';

export interface WantedPayment {
  accountId: number;
  /** All of this account, and locked by the caller. Each waits for its money. */
  orders: readonly Order[];
  /** Key and driver of a row of payment_methods. */
  method: { key: string; driver: Payment['gateway'] };
  /** Charged without its owner; else the payer pays by the gateway's page, or by a transfer. */
  card?: SavedCard;
}

const REFERENCE_BYTES = 12;

/** Returns the payment, which may be one that was begun for the same orders before. Throws `wrong_state`. */
export async function beginPayment(cx: MutatingCx, wanted: WantedPayment): Promise<Payment> {
  const { accountId, orders, method, card } = wanted;
  for (const { id, status } of orders)
    if (status !== 'awaiting_payment') throw new Failure('wrong_state', { message: `Order ${id} is not awaiting payment.` });
  const orderIds = orders.map(({ id }) => id).toSorted((a, b) => a - b);
  const kind = card ? 'saved_card' : method.driver === 'bank' ? 'transfer' : 'checkout';
  const amount = orders.reduce((sum, { gross }) => sum + gross, 0n);
  const current = await currentPayments(cx.db, orderIds);
  const same = current.find((one) => one.kind === kind && isSame(one, { method: method.key, amount, orderIds }));
  if (same && !card) return same;
  for (const payment of current)
    if (payment.stage === 'waiting')
      await endPayment(cx, payment, { code: 'replaced', reason: 'Another payment replaced this payment.', hardDecline: false });
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
      created_at: cx.clock.now(),
    },
    orderIds,
  );
  for (const id of orderIds) await updateOrder(cx.db, id, { payment_method: method.key, ...askedBy(cx.actor) });
  await start(cx, 'payment.collect', payment, {}, { action: 'payment.begun', lock: null, details: { orders: orderIds } });
  return payment;
}

function isSame(payment: CurrentPayment, wanted: { method: string; amount: bigint; orderIds: readonly number[] }): boolean {
  const { state, closing, method, amount, order_ids } = payment;
  if (state !== 'pending' || closing || method !== wanted.method || amount !== wanted.amount) return false;
  return String(order_ids) === String(wanted.orderIds);
}
