/** Texts about parts that several pages use. */

export const texts = {
  noPasskey: 'The passkey was not used.',
  noConnection: 'No connection to the API. Your entries stay. Nothing was done twice.',
  failed: 'The API could not do this now. Your entries stay. Nothing was done twice.',
  tooMany: (seconds: number) => `Too many requests. Try again in ${seconds} seconds.`,
} as const;
