/** Texts about the account: billing data, affiliate program, exports, closing. */
import type { AccountClosure } from '@innkeeper/sdk/index';

export type ObstacleCode = AccountClosure['obstacles'][number]['code'];

export const texts = {
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
  loseReadOnly: 'The account can only be read and exported from now on.',
  typeEmail: (email: string) => `Type ${email} to confirm`,
  incomplete: 'Type the address first.',
  closes: (day: string) => `The account is closed on ${day}. It can only be read and exported until then.`,
  askedOn: (day: string) => `Requested on ${day}.`,
  undo: 'Undo the closing',
} as const;

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
