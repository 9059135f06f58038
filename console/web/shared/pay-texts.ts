/** Texts about pay that several pages use. */

export const texts = {
  pay: (amount: string) => `Pay ${amount}`,
  changed: (before: string, now: string) => `The amount has changed from ${before} to ${now}. Press again to pay the new amount.`,
  gone: 'One of these orders no longer awaits payment.',
  sameAgain: 'The reply was lost. Press again: the payment is made once at most.',
  none: 'The host offers no payment method here. Contact the support.',
} as const;
