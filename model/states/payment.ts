/**
 * The states of a payment.
 *
 * - `pending`: from the start of the payment, while the payer is on the gateway's page or until a transfer arrives.
 * - `succeeded`: the whole amount arrived. This state is final: refunds and disputes are separate movements, and further money goes to the
 *   balance.
 * - `failed`: declined, expired, closed by us, or never begun.
 * - `unknown`: we asked the gateway to take money and got no answer.
 *
 * Nothing replaces an `unknown` payment, and nothing of its orders is released, before a poll of the gateway succeeds. Polls follow after 5
 * minutes, an hour and a day. Then the operator is alerted, and polls continue daily.
 *
 * `failed` is not final: the payer may have been faster than our close, and a bank may revoke a decline. Money for a failed payment makes
 * it `succeeded`. Its orders were already released, so the money stays on the balance.
 */
import { days, hours, minutes } from '../time/clock.ts';
import { defineTransitions } from './transitions.ts';

export type PaymentState = 'pending' | 'succeeded' | 'failed' | 'unknown';

export const paymentLifecycle = defineTransitions<PaymentState, 'succeed' | 'fail' | 'lose' | 'find'>('payment', {
  pending: { succeed: 'succeeded', fail: 'failed', lose: 'unknown' },
  unknown: { succeed: 'succeeded', fail: 'failed', find: 'pending', lose: 'unknown' },
  failed: { succeed: 'succeeded' },
  succeeded: {},
});

/** Returns whether money can still arrive for the payment, so that its orders are kept for it. */
export const isPaymentOpen = (state: PaymentState): boolean => state === 'pending' || state === 'unknown';

/**
 * Maximum time in milliseconds for a charge that its gateway neither makes nor refuses. Meanwhile its order is kept, and services that it
 * renews are not suspended.
 */
export const MAX_CHARGE_MS = days(3);

/** Delay in milliseconds between a failure and one last poll. The payment may have been made although its webhook was lost. */
export const LAST_POLL_MS = days(1);

/**
 * Time in milliseconds after a request in which the gateway's search may not find the new object. Stripe's search is usually current within
 * a minute, but its documentation promises less during outages.
 */
export const SEARCH_LAG_MS = minutes(5);

/** Delays in milliseconds before the polls after a lost answer. */
const POLL_DELAYS_MS = [minutes(5), hours(1), days(1)] as const;

/**
 * Returns the delay before the next poll. `tries` is the number of polls without an answer. `alert` is true after the last planned poll.
 */
export function nextPoll(tries: number): { afterMs: number; alert: boolean } {
  const afterMs = POLL_DELAYS_MS[tries];
  return { afterMs: afterMs ?? days(1), alert: afterMs === undefined };
}
