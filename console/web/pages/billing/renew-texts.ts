/** Texts about renew of this page. */

export const texts = {
  waits: 'The renewal is ordered. It takes effect once its order is paid.',
} as const;
