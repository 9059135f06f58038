/** Texts of the dialog that cancels a paid service. */

export const texts = {
  keep: 'Do not cancel',
  when: 'Time of the end',
  atEnd: (day: string) => `On ${day}`,
  atEndPlain: 'At the end of the paid time',
  now: 'Now',
  cancelAtEnd: 'Cancel at the end',
  cancelNow: 'Cancel now',
  cancelNowRefund: (amount: string) => `Cancel now, ${amount} go back`,
  reason: 'Reason (optional)',
  confirm: (text: string) => `Type ${text} to confirm`,
} as const;
