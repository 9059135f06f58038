/** Texts about account that several pages use. */

export const texts = {
  tabs: 'Pages of the account',
  billing: 'Billing',
  affiliate: 'Affiliate',
  export: 'Export',
  closing: 'Closing',
  unchanged: 'Change something first.',
  ownerOnly: (roles: string) => `Only these roles may do this: ${roles}.`,
} as const;
