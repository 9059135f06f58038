/**
 * The life of a refund that goes back to who paid. It is `pending` until the gateway says that the money has left, which may take days; then
 * `succeeded`. Also then the payer's bank may send it back, so that it has `failed` after all and the money is the customer's balance again.
 */
import { days, hours } from '../clock.ts';
import { defineTransitions } from './transitions.ts';

export type PaymentRefundState = 'pending' | 'succeeded' | 'failed';

export const paymentRefundLife = defineTransitions<PaymentRefundState, 'succeed' | 'fail'>('refund', {
  pending: { succeed: 'succeeded', fail: 'failed' },
  succeeded: { fail: 'failed' },
  failed: {},
});

/** How long after the request, and after each look that found it under way, the gateway is asked about it, in milliseconds. */
export const refundLookAfter = (tries: number): number => (tries < 12 ? hours(1) : days(1));
