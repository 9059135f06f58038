/**
 * Rules for closing an account.
 *
 * After the owner's request the account is read-only. Another request can undo the closure until the planned time. At that time, unless an
 * obstacle remains, the account is closed permanently. Its members lose access, and its personal data is erased.
 */

/** Words for each obstacle that prevents closing, in the order in which obstacles are listed. */
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
  /** Number of items. Cents if the obstacle is money. */
  readonly count: number;
}

/** Obstacles that resolve themselves once the account is being closed. They delay the closure, but the owner may still request it. */
const ENDS_BY_ITSELF: readonly ObstacleCode[] = ['affiliate_earnings', 'invoices'];

/** Returns the obstacles that prevent the owner from requesting the closure. */
export const listBlockingObstacles = (obstacles: readonly Obstacle[]): Obstacle[] =>
  obstacles.filter(({ code }) => !ENDS_BY_ITSELF.includes(code));

const formatObstacle = ({ code, count }: Obstacle): string => `${count} ${WORDS[code][count === 1 ? 0 : 1]}`;

/** Refuses a suspended account. Support examines it, and its data may be needed as evidence. */
export const SUSPENDED_CANNOT_CLOSE =
  'This account is suspended, so it cannot be closed. Open a ticket to contact support. You can export its data.';

/** Returns the refusal: `This account cannot be closed while it has 1 IP address, 5 cents of balance. Settle these first.` */
export const explainObstacles = (obstacles: readonly Obstacle[]): string =>
  `This account cannot be closed while it has ${obstacles.map(formatObstacle).join(', ')}. Settle these first.`;
