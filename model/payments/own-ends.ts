/**
 * Ends of payments that Innkeeper caused itself, because the payment was replaced or its order is gone. No attempt to pay failed, so the
 * customer is shown no failure.
 */

/** Codes of these ends. No gateway uses them for a decline. */
export const OWN_END_CODES = ['closed', 'order_gone', 'replaced'] as const;

/** Codes of payments that ended although no attempt was declined. */
const UNPAID_CODES: readonly string[] = ['canceled', 'expired', 'never_arrived'];

/** Returns the end of a payment that Innkeeper closed. A decline stays a decline. */
export function asOwnEnd<End extends { code: string }>(end: End): End {
  return UNPAID_CODES.includes(end.code) ? { ...end, code: 'closed' } : end;
}
