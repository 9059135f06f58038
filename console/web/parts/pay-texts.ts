/** Texts about pay that several pages use. */

export const texts = {
  method: 'Payment method',
  storeCard: 'Store this card',
  storeCardHint: 'It is charged for renewals that the balance does not cover. You can remove it under Balance at any time.',
  balanceIs: (amount: string) => `${amount} available`,
  balanceLacks: (amount: string) => `The balance is ${amount}. Deposit first, or choose another method.`,
  notForDeposits: 'A deposit adds to the balance, so the balance cannot pay it.',
  minimum: (amount: string) => `Payments of at least ${amount}.`,
  maximum: (amount: string) => `Payments of at most ${amount}.`,
  gateway: 'You pay on a page of the payment provider.',
  bank: 'You get an account number and a reference.',
} as const;
