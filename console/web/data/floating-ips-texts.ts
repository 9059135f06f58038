/** Texts about floating ips that several pages use. */

export const texts = {
  holds: (title: string) => `${title}: this holds the floating IP until it is done.`,
  holdsServer: (title: string) => `${title}: this holds its server until it is done.`,
  notActive: {
    awaiting_payment: 'It awaits payment. Pay its order first.',
    processing: 'Its payment is being decided.',
    active: 'It is not paid yet.',
    suspended: 'It is suspended. Renew it first.',
    terminated: 'It has ended.',
  },
  isDetached: 'It is attached to no server.',
  undoFirst: 'It is cancelled. Undo the cancellation first.',
  notCancelled: 'It is not cancelled.',
} as const;
