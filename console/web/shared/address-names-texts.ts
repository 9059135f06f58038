/** Texts about address names that several pages use. */

export const texts = {
  what: 'Other systems see this name when they look up the address.',
  nameOf: (address: string) => `Name of ${address}`,
  placeholder: 'no name',
  newAddress: (network: string) => `Address in ${network}`,
  count: (count: number, max: number) => `${count} of ${max} names.`,
  full: (max: number) => `A network can have at most ${max} names. Remove some of them first.`,
  addressFirst: 'Type an address first.',
  add: 'Add',
  save: 'Save',
} as const;
