/**
 * Closing an account: its owner asks, and from then on it may only read. Until its time comes it is undone by a request. Then, unless something stands
 * in the way, it is closed for good: its members lose it, and its personal data is erased.
 */

/** By the code of what stands in the way of closing, in the order in which it is told. */
const WORDS = {
  suspended: ['suspension by the operator', 'suspensions by the operator'],
  services: ['service that has not ended', 'services that have not ended'],
  unpaid_orders: ['order that waits for payment', 'orders that wait for payment'],
  disputes: ['dispute of a payment that is not settled', 'disputes of payments that are not settled'],
  payments: ['payment that is not completed', 'payments that are not completed'],
  refunds: ['refund that is on its way', 'refunds that are on their way'],
  operations: ['operation that has not ended', 'operations that have not ended'],
  response_targets: ['answer whose response time is not settled', 'answers whose response time is not settled'],
  invoices: ['invoice that is still to be issued', 'invoices that are still to be issued'],
  affiliate_earnings: ['cent earned as an affiliate and not paid out', 'cents earned as an affiliate and not paid out'],
  copies: ['snapshot or backup', 'snapshots and backups'],
  isos: ['ISO file', 'ISO files'],
  ip_addresses: ['IP address', 'IP addresses'],
  balance: ['cent on the balance', 'cents on the balance'],
  debt: ['cent that is owed', 'cents that are owed'],
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
  `This account can't be closed yet: ${obstacles.map(said).join(', ')}.`;
