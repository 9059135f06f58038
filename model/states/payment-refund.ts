/**
 * The states of a refund to the payer.
 *
 * - `pending`: the gateway has not confirmed that the money has left, which may take days. Or a person has not sent it yet.
 * - `succeeded`: the money has left.
 * - `failed`: the refund failed, or the payer's bank returned the money later. The money is on the customer's balance again.
 */
import { days, hours } from '../time/clock.ts';
import { defineTransitions } from './transitions.ts';

export type PaymentRefundState = 'pending' | 'succeeded' | 'failed';

export const paymentRefundLifecycle = defineTransitions<PaymentRefundState, 'succeed' | 'fail'>('refund', {
  pending: { succeed: 'succeeded', fail: 'failed' },
  succeeded: { fail: 'failed' },
  failed: {},
});

/** Returns the delay in milliseconds before the next poll of a pending refund, after `tries` polls. */
export const refundPollDelayMs = (tries: number): number => (tries < 12 ? hours(1) : days(1));
