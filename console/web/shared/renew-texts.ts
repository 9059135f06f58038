/** Texts about renew that several pages use. */

export const texts = {
  renew: 'Renew',
  renewFor: (amount: string) => `Renew for ${amount}`,
  promo: 'Promo code',
  done: 'The renewal is ordered and paid.',
} as const;
