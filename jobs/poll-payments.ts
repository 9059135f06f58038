/**
 * Polls gateways for due payments: pending payments without a webhook, payments to close, and payments with an unknown state. The result is
 * applied like the result of a webhook.
 */

import type { Payment } from '@innkeeper/db/schema';
import { forEachDue } from '@innkeeper/db/tables/due';
import { findPayment, listPaymentsToPoll } from '@innkeeper/db/tables/payments';
import { transact } from '@innkeeper/domain/context';
import { markUnknown } from '@innkeeper/domain/receipts/apply';
import { GatewayError } from '@innkeeper/engine/payments/port';
import { isPaymentOpen, MAX_CHARGE_MS } from '@innkeeper/model/states/payment';
import { hours, minutes } from '@innkeeper/model/time/clock';
import { closePayment, pollPayment } from '@innkeeper/workflows/steps/payment';
import type { PaymentsContext } from './job.ts';

const WORK = 'look-at-payments';
/** Maximum number of payments read at a time. */
const BATCH = 50;
const MAX_BACKOFF_MS = hours(6);
const FIRST_PAUSE_MS = minutes(1);

/** Polls due payments. Returns how many. */
export function pollPayments(cx: PaymentsContext): Promise<number> {
  return forEachDue(cx, {
    name: WORK,
    kind: 'payment',
    maxBackoffMs: MAX_BACKOFF_MS,
    find: (except) => listPaymentsToPoll(cx.db, cx.clock.now(), { except, limit: BATCH }),
    act: ({ id }) => pollIfDue(cx, id),
  });
}

async function pollIfDue(cx: PaymentsContext, id: number): Promise<boolean> {
  const payment = await findPayment(cx.db, id);
  if (!payment || payment.next_look_at === null || payment.next_look_at > cx.clock.now()) return false;
  // Scheduled before the answer, so that the payment becomes due again soon if this worker dies.
  await scheduleNextPoll(cx, payment);
  try {
    await (payment.closing || takesTooLong(payment, cx.clock.now()) ? closePayment(cx, id) : pollPayment(cx, id));
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    if (error.kind === 'refused') throw error;
    cx.log.warn({ payment: id, gateway: payment.gateway, why: error.message }, 'a payment gateway did not answer');
    if (payment.state === 'unknown') await transact(cx, (one) => markUnknown(one, id));
  }
  return true;
}

const takesTooLong = ({ kind, state, created_at }: Payment, now: Date): boolean =>
  kind === 'saved_card' && state === 'pending' && now.getTime() - created_at.getTime() > MAX_CHARGE_MS;

/** Schedules the next poll of an open payment, with increasing delays. */
async function scheduleNextPoll(cx: PaymentsContext, { id, state, tries }: Payment): Promise<void> {
  const pauseMs = Math.min(MAX_BACKOFF_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries, 20));
  await cx.db
    .updateTable('payments')
    .set({
      next_look_at: isPaymentOpen(state) ? new Date(cx.clock.now().getTime() + pauseMs) : null,
      // For a payment of unknown state, only polls without an answer count.
      ...(state === 'pending' && { tries: tries + 1 }),
    })
    .where('id', '=', id)
    .execute();
}
