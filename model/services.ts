/** What is paid for by time, what a renewal costs, and when it ends once that was asked for. */
import type { Cents } from './money.ts';

export const SERVICE_TYPES = ['server', 'server-addon', 'floating-ip', 'support-plan'] as const;
export type ServiceType = (typeof SERVICE_TYPES)[number];

/** Net cents of some months of what costs `price` for a cycle of `cycle` months; rounded half up. */
export function priceOfMonths(price: Cents, cycle: number, months: number): Cents {
  const [whole, part] = [BigInt(cycle), BigInt(months)];
  return (price * part * 2n + whole) / (whole * 2n);
}

/** From when a service whose end was asked for serves no longer: at once (`now`), or when what is paid for is used up. */
export function suspendAt(request: { now: boolean; created_at: Date }, expiryAt: Date | null): Date {
  if (request.now || expiryAt === null || expiryAt < request.created_at) return request.created_at;
  return expiryAt;
}

/** From when nothing is left of it: the grace period after it was suspended, whenever that came about, and not before it is used up. */
export function endAt(request: { now: boolean; created_at: Date }, service: Suspended, graceMs: number): Date {
  const due = suspendAt(request, service.expiry_at).getTime();
  return new Date(Math.max(due, service.suspended_at?.getTime() ?? due) + graceMs);
}

interface Suspended {
  expiry_at: Date | null;
  suspended_at: Date | null;
}
