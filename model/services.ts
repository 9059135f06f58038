/** Services: what a renewal costs, and when a cancelled service ends. */
import type { Cents } from './money.ts';

export const SERVICE_TYPES = ['server', 'server-addon', 'floating-ip', 'support-plan'] as const;
export type ServiceType = (typeof SERVICE_TYPES)[number];

/** What it is as a resource that can be locked and told of: `floating_ip`. */
export const resourceKindOf = <T extends ServiceType>(type: T): ResourceKindOf<T> =>
  type.replaceAll('-', '_') as ResourceKindOf<T>;
type ResourceKindOf<T extends string> = T extends `${infer A}-${infer B}` ? `${A}_${B}` : T;

/** Net cents of some months of what costs `price` for a cycle of `cycle` months; rounded half up. */
export function priceOfMonths(price: Cents, cycle: number, months: number): Cents {
  const [whole, part] = [BigInt(cycle), BigInt(months)];
  return (price * part * 2n + whole) / (whole * 2n);
}

/** When a cancelled service is suspended: at once (`now`), or at the end of what is paid. */
export function suspendAt(request: { now: boolean; created_at: Date }, expiryAt: Date | null): Date {
  if (request.now || expiryAt === null || expiryAt < request.created_at) return request.created_at;
  return expiryAt;
}

/**
 * When a cancelled service ends: after the grace period that follows its suspension, and not before the end of what is paid. To ask again
 * for the end of what is suspended does not restart it.
 */
export function endAt(request: { now: boolean; created_at: Date }, service: Suspended, graceMs: number): Date {
  const due = suspendAt(request, service.expiry_at).getTime();
  const paidUntil = request.now ? 0 : (service.expiry_at?.getTime() ?? 0);
  return new Date(Math.max(paidUntil, service.suspended_at?.getTime() ?? due) + graceMs);
}

interface Suspended {
  expiry_at: Date | null;
  suspended_at: Date | null;
}
