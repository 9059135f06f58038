/** What is paid for by time, what a renewal costs, and when it ends once that was asked for. */
import type { Cents } from './money.ts';

export const SERVICE_TYPES = ['server', 'server-addon', 'floating-ip', 'support-plan'] as const;
export type ServiceType = (typeof SERVICE_TYPES)[number];

/** Net cents of some months of what costs `price` for a cycle of `cycle` months; rounded half up. */
export function priceOfMonths(price: Cents, cycle: number, months: number): Cents {
  const [whole, part] = [BigInt(cycle), BigInt(months)];
  return (price * part * 2n + whole) / (whole * 2n);
}

export interface Ending {
  /** From when it serves no longer. */
  suspendAt: Date;
  /** From when nothing of it is left. */
  endAt: Date;
}

/**
 * When a service ends whose end was asked for: it is suspended at once (`now`), or when what is paid for is used up, and ends when the
 * grace period after that is over. What had expired before counts from the request.
 */
export function endingOf(request: { now: boolean; created_at: Date }, expiryAt: Date | null, graceMs: number): Ending {
  const asked = request.created_at.getTime();
  const suspendAt = request.now ? asked : Math.max(asked, expiryAt?.getTime() ?? 0);
  return { suspendAt: new Date(suspendAt), endAt: new Date(suspendAt + graceMs) };
}
