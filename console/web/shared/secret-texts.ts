/** Texts about secrets that are shown once. */

export const texts = {
  once: 'It is shown this once, and nobody can show it again.',
  saved: 'It is saved',
  asked: 'Is the secret saved? It cannot be shown again.',
  back: 'Show it again',
  leave: 'It is saved, leave',
  lostUnknown: 'The reply was lost. The next press first reads what exists now, so nothing is made twice.',
  lostNotDone: 'The reply was lost, and nothing was changed. Send it again.',
} as const;
