/** Texts about address names of this page. */

export const texts = {
  saveOf: (address: string) => `Save the names of ${address}`,
  discard: 'Discard',
  discardOf: (address: string) => `Discard the names of ${address}`,
  saved: 'Saved.',
} as const;
