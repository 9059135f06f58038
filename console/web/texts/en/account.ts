/** Texts about the account: billing data, affiliate program, exports, closing. */
import type { AccountClosure, AccountExport, AffiliateConversion, AffiliatePayout } from '@innkeeper/sdk/index';

export type ObstacleCode = AccountClosure['obstacles'][number]['code'];

export const texts = {
  title: 'Account',
  tabs: 'Pages of the account',
  billing: 'Billing',
  affiliate: 'Affiliate',
  export: 'Export',
  closing: 'Closing',

  address: 'Billing address',
  street: 'Street and number',
  postalCode: 'Postal code',
  city: 'City',
  country: 'Country',
  countryFixed:
    'Fixed, because an order was paid or the account is a company. The support of your host can change it, also to a postal code with other VAT.',
  countryHint: 'It decides the VAT. It can be changed until the first order is paid or a company is set.',
  contact: 'Contact',
  phone: 'Telephone number',
  techEmail: 'Address for technical messages',
  techEmailHint: (email: string) => `Empty: they go to ${email}.`,
  company: 'Company',
  isCompany: 'This account belongs to a company',
  companyFixed: 'Fixed since the first paid order. The support of your host can change it.',
  companyHint: 'These fields can be changed until the first paid order, and within 5 days of the first deposit.',
  companyName: 'Name of the company',
  companyAddress: 'Address of the company',
  companyNumber: 'Registration number',
  vatNumber: 'VAT number',
  vatHint: 'With the letters of its country, such as ATU12345678. It is checked, and VAT is added until the check has ended.',
  save: 'Save',
  saved: 'Saved.',
  unchanged: 'Change something first.',

  affiliateWhat: 'Share a link. You get a part of what new customers who sign up with it pay.',
  activate: 'Activate the affiliate program',
  referralUrl: 'Your link',
  copyUrl: 'Copy your link',
  code: 'Referral code',
  codeHint: '5 to 20 letters, digits, hyphens or underscores. Links with an earlier code stay valid.',
  changeCode: 'Change the code',
  earnings: 'Earnings',
  facts: {
    turnover: 'Paid by referred customers',
    commission: 'Your commission',
    estimated: 'Not paid out yet',
    allTime: 'Earned so far',
    nextPayout: 'Next payout',
  },
  percent: (commission: number) => `${commission} %`,
  inDays: (days: number) => (days === 0 ? 'today' : days === 1 ? 'in 1 day' : `in ${days} days`),
  conversions: 'Conversions',
  noConversions: 'No referred customer has paid an order yet.',
  conversion: (id: number) => `Conversion ${id}`,
  ofOrder: (amount: string) => `of an order of ${amount} without VAT`,
  payouts: 'Payouts',
  noPayouts: 'Nothing was paid out yet.',
  payout: (id: number) => `Payout ${id}`,
  paidOn: (day: string) => `paid on ${day}`,
  more: 'Show more',

  exportTitle: 'Export of the account',
  exportWhat:
    'One ZIP file with all data of the account: a JSON file per kind, invoices as PDF, and the files of tickets. It has no secrets. It can be downloaded for 7 days.',
  makeExport: 'Export',
  exports: 'Exports',
  noExports: 'No export was made yet.',
  exportOf: (time: string) => `Export of ${time}`,
  writing: 'The file is being written. A mail says when it is ready, and this page shows it.',
  writingBar: 'Progress of the export',
  until: (day: string) => `until ${day}`,
  download: 'Download',
  sha256: (sum: string) => `SHA-256 ${sum}`,
  onePending: 'An export is being written.',
  ownerOnly: (roles: string) => `Only these roles may do this: ${roles}.`,

  closingTitle: 'Close the account',
  closingWhat:
    'The account can only be read and exported for 14 days, and you can undo the closing. Then all members lose access, and data that the law does not require is erased.',
  exportFirst: 'Export the account first',
  close: 'Close the account',
  obstaclesTitle: 'These have to end first',
  endTitle: 'These end by themselves before the account is closed',
  cannotYet: 'Settle what is listed first.',
  loseAccess: 'In 14 days all members lose access to the account.',
  loseData: 'Personal data, tickets and settings are erased then. They cannot be restored.',
  loseReadOnly: 'From now on the account can only be read and exported.',
  typeEmail: (email: string) => `Type ${email} to confirm`,
  incomplete: 'Type the address first.',
  closes: (day: string) => `The account is closed on ${day}. Until then it can only be read and exported.`,
  askedOn: (day: string) => `Requested on ${day}.`,
  undo: 'Undo the closing',
} as const;

export const EXPORT_STATES: Record<AccountExport['status'], string> = {
  pending: 'In progress',
  ready: 'Ready',
  expired: 'Deleted',
};

export const CONVERSION_STATES: Record<AffiliateConversion['status'], string> = {
  pending: 'Pending',
  approved: 'Approved',
  paid: 'Paid out',
  reversed: 'Reversed',
};

export const PAYOUT_STATES: Record<AffiliatePayout['status'], string> = { pending: 'Pending', paid: 'Paid', failed: 'Failed' };

const plural = (one: string, many: string) => (count: string) => `${count} ${count === '1' ? one : many}`;

/** Messages of obstacles. `count`: a number, or an amount with its currency. */
export const OBSTACLES: Record<ObstacleCode, (count: string) => string> = {
  suspended: () => 'The host has suspended the account',
  services: plural('service that has not ended', 'services that have not ended'),
  unpaid_orders: plural('unpaid order', 'unpaid orders'),
  disputes: plural('disputed payment', 'disputed payments'),
  payments: plural('pending payment', 'pending payments'),
  refunds: plural('pending refund', 'pending refunds'),
  operations: plural('operation in progress', 'operations in progress'),
  response_targets: plural('ticket whose answer is due', 'tickets whose answers are due'),
  invoices: plural('invoice that is not issued yet', 'invoices that are not issued yet'),
  affiliate_earnings: (amount) => `${amount} of affiliate earnings that are not paid out`,
  copies: plural('snapshot or backup', 'snapshots and backups'),
  isos: plural('ISO file', 'ISO files'),
  ip_addresses: plural('IP address', 'IP addresses'),
  balance: (amount) => `${amount} of balance. Ask the support to pay it out`,
  debt: (amount) => `${amount} of debt`,
};
