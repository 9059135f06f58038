/**
 * Closing an account: its owner asks, and from then on it may only read. Until its time comes it is undone by a request. Then, unless something stands
 * in the way, it is closed for good: its members lose it, and its personal data is erased.
 */

/** By the code of what stands in the way of closing, in the order in which it is told. */
const WORDS = {
  suspended: ['suspension by the operator', 'suspensions by the operator'],
  services: ['service that is not terminated', 'services that are not terminated'],
  unpaid_orders: ['unpaid order', 'unpaid orders'],
  disputes: ['open payment dispute', 'open payment disputes'],
  payments: ['pending payment', 'pending payments'],
  refunds: ['pending refund', 'pending refunds'],
  operations: ['running operation', 'running operations'],
  response_targets: ['support answer with an open response target', 'support answers with an open response target'],
  invoices: ['invoice that is not issued yet', 'invoices that are not issued yet'],
  affiliate_earnings: ['cent of affiliate earnings that is not paid out', 'cents of affiliate earnings that are not paid out'],
  copies: ['snapshot or backup', 'snapshots and backups'],
  isos: ['ISO file', 'ISO files'],
  ip_addresses: ['IP address', 'IP addresses'],
  balance: ['cent of balance', 'cents of balance'],
  debt: ['cent of debt', 'cents of debt'],
} as const;

export type ObstacleCode = keyof typeof WORDS;

export const OBSTACLE_CODES = Object.keys(WORDS) as readonly ObstacleCode[];

export interface Obstacle {
  readonly code: ObstacleCode;
  /** How many; of money: cents. */
  readonly count: number;
}

/** What comes to its end by itself, once the account is about to be closed: it keeps it from being closed, and not from being asked to. */
const ENDS_BY_ITSELF: readonly ObstacleCode[] = ['affiliate_earnings', 'invoices'];

/** What keeps an owner from asking. */
export const refusing = (obstacles: readonly Obstacle[]): Obstacle[] =>
  obstacles.filter(({ code }) => !ENDS_BY_ITSELF.includes(code));

const said = ({ code, count }: Obstacle): string => `${count} ${WORDS[code][count === 1 ? 0 : 1]}`;

/** `This account can't be closed yet: 2 services that have not ended, 1 IP address.` */
export const sentenceOf = (obstacles: readonly Obstacle[]): string =>
  `This account cannot be closed while it has ${obstacles.map(said).join(', ')}. Settle these first.`;
