/** Texts of the receipt next to every act that costs or refunds. */

export const texts = {
  price: 'Price',
  updating: 'Updating',
  withoutVat: 'Without VAT',
  vat: (country: string, rate: number) => `VAT of ${country}, ${rate} %`,
  total: 'To pay now',
  refund: 'Back to the balance',
  room: 'There is room.',
  downtime: {
    short: 'The server is down for about the time of a restart.',
    extended: 'The server is down while its disk is rewritten, which can take minutes.',
  },
  balanceCovers: (now: string, after: string) => `The balance covers it: ${now}, then ${after}.`,
  balanceGrows: (now: string, after: string) => `The balance grows from ${now} to ${after}.`,
  balanceLacks: (now: string) => `The balance is ${now}. The order waits until it is paid: its page takes the payment.`,
  balanceTooSmall: (now: string, lacking: string) =>
    `This is paid from the balance at once. The balance is ${now}, so ${lacking} are missing.`,
  deposit: 'Deposit',
  depositFirst: 'The balance does not cover this. Deposit first.',
  cap: (spent: string, limit: string) => `Within the spending cap: ${spent} of ${limit} spent.`,
  renewal: (day: string, amount: string) => `From ${day} on ${amount} for each period.`,
  missing: 'Still missing:',
  missingFields: { name: 'a name', image_id: 'a source', ssh_keys: 'a key or a password' } as Record<string, string>,
  noPrice: 'There is no price yet.',
  changed: (before: string, now: string) =>
    `The price has changed from ${before} to ${now}. Press again to agree to the new price.`,
  sameAgain: 'The reply was lost. Press again: nothing is done twice.',
} as const;
