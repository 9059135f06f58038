/**
 * A payment's life. It is `pending` from the moment that somebody means to pay by a gateway: until the gateway was asked, while the payer
 * is on its page, until a transfer arrives. It ends as `succeeded` once the whole amount came, or as `failed`: declined, expired, closed
 * by us, or never begun.
 *
 * When we asked the gateway to take money and heard no answer, it is `unknown`. Nothing is tried in its place and nothing of its orders
 * is released until the gateway was asked again: after 5 minutes, an hour, a day. Then the operator is told, and it is asked once
 * a day on. The answer makes it one of the other three.
 *
 * `failed` is not the last word: a payer may have been faster than our close, and a bank may take a decline back. Money that arrives for a
 * failed payment makes it `succeeded` too, but its orders were released by then, so it stays on the balance. What succeeded stays so: a
 * refund or a dispute is a movement of its own, and money that arrives once more is balance.
 */
import { days, hours, minutes } from '../clock.ts';
import { defineTransitions } from './transitions.ts';

export type PaymentState = 'pending' | 'succeeded' | 'failed' | 'unknown';

export const paymentLife = defineTransitions<PaymentState, 'succeed' | 'fail' | 'lose' | 'find'>('payment', {
  pending: { succeed: 'succeeded', fail: 'failed', lose: 'unknown' },
  unknown: { succeed: 'succeeded', fail: 'failed', find: 'pending', lose: 'unknown' },
  failed: { succeed: 'succeeded' },
  succeeded: {},
});

/** Whether money may still be expected of it, so that its orders are held for it. */
export const isOpen = (state: PaymentState): boolean => state === 'pending' || state === 'unknown';

/**
 * A charge that its gateway neither makes nor refuses is ended after so long, in milliseconds: its order is held for it, and what that
 * renews is not suspended meanwhile.
 */
export const LONGEST_CHARGE_MS = days(3);

/** How long after it failed the gateway is asked one last time, in milliseconds: it may have been paid all the same, and the webhook that told so was lost. */
export const LAST_LOOK_MS = days(1);

/**
 * Time in milliseconds after a request to a gateway in which its search may not find what was made. Stripe's search is usually current within a
 * minute; its documentation promises less during outages.
 */
export const SEARCH_LAG_MS = minutes(5);

/** How long after a lost answer, and after each look that found none, the gateway is asked again, in milliseconds. */
const LOOKS_AFTER_MS = [minutes(5), hours(1), days(1)] as const;

/** `tries`: looks so far that found no answer. `alert`: the last of the planned ones was among them. */
export function nextLook(tries: number): { afterMs: number; alert: boolean } {
  const afterMs = LOOKS_AFTER_MS[tries];
  return { afterMs: afterMs ?? days(1), alert: afterMs === undefined };
}
