/** Texts of the part that pays orders. */
export const texts = {
  method: 'Payment method',
  storeCard: 'Store this card',
  storeCardHint: 'It is charged for renewals that the balance does not cover. You can remove it under Balance at any time.',
  pay: (amount: string) => `Pay ${amount}`,
  balanceIs: (amount: string) => `${amount} available`,
  balanceLacks: (amount: string) => `The balance is ${amount}. Deposit first, or choose another method.`,
  notForDeposits: 'A deposit adds to the balance, so the balance cannot pay it.',
  minimum: (amount: string) => `Payments of at least ${amount}.`,
  maximum: (amount: string) => `Payments of at most ${amount}.`,
  bounds: (from: string, to: string) => `${from} to ${to}`,
  gateway: 'You pay on a page of the payment provider.',
  bank: 'You get an account number and a reference.',
  changed: (before: string, now: string) => `The amount has changed from ${before} to ${now}. Press again to pay the new amount.`,
  gone: 'One of these orders no longer awaits payment.',
  sameAgain: 'The reply was lost. Press again: the payment is made once at most.',
  none: 'The host offers no payment method here. Contact the support.',
} as const;
