const andMore = (count: number) => ` and ${count} more`;

/** Texts of the parts that every page uses. */
export const texts = {
  copyText: (text: string) => `Copy ${text}`,
  andMore,
  names: (shown: readonly string[], all: number) => shown.join(', ') + (all > shown.length ? andMore(all - shown.length) : ''),
  copied: 'Copied',
  copy: 'Copy',
  command: 'Command',
  copyCall: 'Copy as API call',
  sameBy: 'The same by API, SDK or command',
  close: 'Close',
  cancel: 'Cancel',
  delete: 'Delete',
  search: 'Search',
  mixedScripts: 'This name mixes scripts or has characters that cannot be seen. Compare it letter by letter.',
  requestId: (id: string) => `Request ${id}`,
  type: 'Type',
  noPasskey: 'The passkey was not used.',
  noConnection: 'No connection to the API. What you entered stays. Nothing was done twice.',
  failed: 'The API could not do this now. What you entered stays. Nothing was done twice.',
  tooMany: (seconds: number) => `Too many requests. Try again in ${seconds} seconds.`,
  more: 'More actions',
  months: 'Months',
  month: (count: number) => (count === 1 ? '1 month' : String(count)),
} as const;
