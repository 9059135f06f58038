/**
 * Ends of payments that Innkeeper caused itself: the payment was closed or replaced, or its order is gone.
 *
 * No payment attempt was declined, so the customer sees no failed payment.
 */

/** Codes of these ends. No gateway uses them for a decline. */
export const OWN_END_CODES = ['closed', 'order_gone', 'replaced'] as const;

/** Codes of payments that ended without a declined attempt. */
const UNDECLINED_CODES: readonly string[] = ['canceled', 'expired', 'never_arrived'];

/** Codes of payments about which no bank has said anything. */
export const UNANSWERED_CODES: readonly string[] = [...OWN_END_CODES, 'card_removed', ...UNDECLINED_CODES];

/** Returns the end with code `closed` if no attempt was declined. A decline stays unchanged. */
export function asOwnEnd<End extends { code: string }>(end: End): End {
  return UNDECLINED_CODES.includes(end.code) ? { ...end, code: 'closed' } : end;
}
