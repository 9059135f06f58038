/**
 * Asks gateways about payments whose time has come: those under way that no webhook told of, those that are to be closed, and those of
 * which nobody knows. What they say is applied as a webhook's would be.
 */

import type { Payment } from '@innkeeper/db/schema';
import { forEachDue } from '@innkeeper/db/tables/due';
import { findPayment, paymentsToLookAt } from '@innkeeper/db/tables/payments';
import { transact } from '@innkeeper/domain/context';
import { loseAnswer } from '@innkeeper/domain/payments/apply';
import { GatewayError } from '@innkeeper/engine/payments/port';
import { hours, minutes } from '@innkeeper/model/clock';
import { isOpen, LONGEST_CHARGE_MS } from '@innkeeper/model/states/payment';
import { closePayment, lookAtPayment } from '@innkeeper/workflows/steps/payment';
import type { PaymentsContext } from './job.ts';

const WORK = 'look-at-payments';
/** Read at a time. */
const BATCH = 50;
const LONGEST_PAUSE_MS = hours(6);
const FIRST_PAUSE_MS = minutes(1);

/** Returns how many were asked about. */
export function lookAtPayments(cx: PaymentsContext): Promise<number> {
  return forEachDue(cx, {
    name: WORK,
    kind: 'payment',
    longestPauseMs: LONGEST_PAUSE_MS,
    find: (except) => paymentsToLookAt(cx.db, cx.clock.now(), { except, limit: BATCH }),
    act: ({ id }) => lookAt(cx, id),
  });
}

async function lookAt(cx: PaymentsContext, id: number): Promise<boolean> {
  const payment = await findPayment(cx.db, id);
  if (!payment || payment.next_look_at === null || payment.next_look_at > cx.clock.now()) return false;
  // Before the answer, so that a worker which dies meanwhile leaves it due before long.
  await putOff(cx, payment);
  try {
    await (payment.closing || takesTooLong(payment, cx.clock.now()) ? closePayment(cx, id) : lookAtPayment(cx, id));
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    if (error.kind === 'refused') throw error;
    cx.log.warn({ payment: id, gateway: payment.gateway, why: error.message }, 'a payment gateway did not answer');
    if (payment.state === 'unknown') await transact(cx, (one) => loseAnswer(one, id));
  }
  return true;
}

const takesTooLong = ({ kind, state, created_at }: Payment, now: Date): boolean =>
  kind === 'saved_card' && state === 'pending' && now.getTime() - created_at.getTime() > LONGEST_CHARGE_MS;

/** Later and later, as long as it is under way. */
async function putOff(cx: PaymentsContext, { id, state, tries }: Payment): Promise<void> {
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries, 20));
  await cx.db
    .updateTable('payments')
    .set({
      next_look_at: isOpen(state) ? new Date(cx.clock.now().getTime() + pauseMs) : null,
      // Of one of which nobody knows, only looks without an answer count.
      ...(state === 'pending' && { tries: tries + 1 }),
    })
    .where('id', '=', id)
    .execute();
}
