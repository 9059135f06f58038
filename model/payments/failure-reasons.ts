/** Reasons of failed payments by code, as sentences for the customer. A language of the mails translates them (model/mail/de/failures.ts). */
export const FAILURE_REASONS = {
  insufficient_funds: 'The card was declined because of insufficient funds. Use another payment method.',
  expired_card: 'The card was declined because it has expired. Add another card.',
  authentication_required: 'The bank requires your confirmation for this payment. Pay the order manually.',
  requires_action: 'The bank requires your confirmation for this payment. Pay the order manually.',
  expired: 'The checkout ended without a payment. Pay the order again.',
  canceled: 'The payment ended without money. Pay the order again.',
  closed: 'This bank transfer is no longer expected.',
  replaced: 'Another payment replaced this payment.',
  order_gone: 'The order of this payment is paid or cancelled.',
  card_removed: 'The card was removed. Choose another payment method.',
  never_arrived: 'The payment did not reach the payment service, and nothing was charged. Pay again.',
} as const;

export type FailureReason = keyof typeof FAILURE_REASONS;

/** Reason of all other codes, which are declines of banks. A thief must not learn that a card is reported as stolen. */
export const DECLINED = 'The bank declined the card. Use another payment method.';

/** Returns whether a code has its own sentence. */
export const hasReason = (code: string): code is FailureReason => Object.hasOwn(FAILURE_REASONS, code);
