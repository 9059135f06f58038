/** Texts of the dialog that renews servers. */
export const texts = {
  renew: 'Renew',
  renewFor: (amount: string) => `Renew for ${amount}`,
  promo: 'Promo code',
  done: 'The renewal is ordered and paid.',
  waits: 'The renewal is ordered. It takes effect once its order is paid.',
} as const;
