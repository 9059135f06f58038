/** Services: the price of a renewal, and the end of a cancelled service. */
import type { Cents } from '../money/money.ts';

export const SERVICE_TYPES = ['server', 'server-addon', 'floating-ip', 'support-plan'] as const;
export type ServiceType = (typeof SERVICE_TYPES)[number];

/** Returns the resource kind of a service for locks and events: `floating_ip`. */
export const resourceKindOf = <T extends ServiceType>(type: T): ResourceKindOf<T> =>
  type.replaceAll('-', '_') as ResourceKindOf<T>;
type ResourceKindOf<T extends string> = T extends `${infer A}-${infer B}` ? `${A}_${B}` : T;

/** Returns the net price in cents of `months` at `price` per `cycle` months, rounded half up. */
export function priceOfMonths(price: Cents, cycle: number, months: number): Cents {
  const [whole, part] = [BigInt(cycle), BigInt(months)];
  return (price * part * 2n + whole) / (whole * 2n);
}

/** Returns when a cancelled service is suspended: immediately (`now`), or at the end of the paid term. */
export function suspendAt(request: { now: boolean; created_at: Date }, expiryAt: Date | null): Date {
  if (request.now || expiryAt === null || expiryAt < request.created_at) return request.created_at;
  return expiryAt;
}

/**
 * Returns when a cancelled service ends: one grace period after its suspension or the end of the paid term, whichever is later.
 *
 * With `now` the paid term does not count. A further cancellation of a suspended service does not restart the grace period.
 */
export function endAt(request: { now: boolean; created_at: Date }, service: Suspended, graceMs: number): Date {
  const due = suspendAt(request, service.expiry_at).getTime();
  const paidUntil = request.now ? 0 : (service.expiry_at?.getTime() ?? 0);
  return new Date(Math.max(paidUntil, service.suspended_at?.getTime() ?? due) + graceMs);
}

/** Returns when a service that was suspended for lack of payment ends: one grace period after its suspension or expiry, whichever is later. */
export const unpaidEndAt = ({ expiry_at, suspended_at }: { [K in keyof Suspended]: Date }, graceMs: number): Date =>
  new Date(Math.max(expiry_at.getTime(), suspended_at.getTime()) + graceMs);

interface Suspended {
  expiry_at: Date | null;
  suspended_at: Date | null;
}
