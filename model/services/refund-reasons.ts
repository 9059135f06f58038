/**
 * Our own reasons of refunds. Orders and credit notes store the sentence only, so its code is found by the sentence. A mail translates the code
 * (model/mail/de/failures.ts). A changed sentence needs a new code, because credit notes keep the old one.
 */
export const REFUND_REASONS = {
  not_built: 'The server could not be built. The price was refunded to your balance. Order it again later.',
  not_built_in_time:
    'The server could not be built in time because its host was not available. The price was refunded to your balance.',
  not_scaled: 'The server could not be scaled and keeps its plan. The price of the change was refunded to your balance.',
} as const;

const ENDED_BEFORE_PAID = ' ended before its renewal was paid. The price was refunded to the balance.';

/** Returns the reason of a renewal that was paid after its service had ended. */
export const endedBeforePaid = (label: string): string => `${label}${ENDED_BEFORE_PAID}`;

export type RefundCode = keyof typeof REFUND_REASONS | 'ended_before_paid';

export interface RefundReason {
  code: RefundCode;
  /** Label of the service that ended, or `null`. */
  label: string | null;
}

/** Returns the code of our own sentence, or `null` for any other, such as a reason of staff. */
export function refundReasonOf(sentence: string): RefundReason | null {
  if (sentence.endsWith(ENDED_BEFORE_PAID))
    return { code: 'ended_before_paid', label: sentence.slice(0, -ENDED_BEFORE_PAID.length) };
  const known = Object.entries(REFUND_REASONS).find(([, text]) => text === sentence);
  return known ? { code: known[0] as RefundCode, label: null } : null;
}
