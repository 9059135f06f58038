/** Cancellations of services by their owners, and services whose cancellation is withdrawn, as mails describe them. */
import { endAt, type ServiceType, suspendAt, unpaidEndAt } from './services.ts';

export interface CancelledRow {
  type: ServiceType;
  status: string;
  expiry_at: Date | null;
  suspended_at: Date | null;
}

/** State of a cancelled service. Times are in Unix milliseconds. `off`: time at which it is switched off. `ends`: time at which it is deleted. */
export type CancelledState = { state: 'runs'; off: number; ends: number } | { state: 'off' | 'addon'; ends: number };

/** Returns the state of a cancelled service. An addon has no grace period: it ends with its paid time. */
export function cancelledState(
  service: CancelledRow,
  request: { now: boolean; created_at: Date },
  { graceMs, now }: { graceMs: number; now: Date },
): CancelledState {
  const off = suspendAt(request, service.expiry_at).getTime();
  if (service.type === 'server-addon') return { state: 'addon', ends: off };
  const ends = endAt(request, service, graceMs).getTime();
  return service.status === 'active' && off > now.getTime() ? { state: 'runs', off, ends } : { state: 'off', ends };
}

/**
 * State of a service whose cancellation is withdrawn. `renews`: it is renewed at `until`. `by-hand`: nothing renews it. `unpaid`: it is off, and
 * kept at least until then. `paused`: staff has suspended it. `with-server`: an addon of a server that is off.
 */
export type WithdrawnState = { state: 'renews' | 'by-hand' | 'unpaid'; until: number } | { state: 'paused' | 'with-server' };

/** Returns the state of a service whose cancellation is withdrawn. A service that was never paid has none. */
export function withdrawnState(
  { type, status, expiry_at, suspended_at, ...service }: CancelledRow & { staff_suspended_at: Date | null; is_renewed: boolean },
  graceMs: number,
): WithdrawnState | undefined {
  if (expiry_at === null) return undefined;
  if (status === 'active') return { state: service.is_renewed ? 'renews' : 'by-hand', until: expiry_at.getTime() };
  if (type === 'server-addon') return { state: 'with-server' };
  if (service.staff_suspended_at !== null) return { state: 'paused' };
  return { state: 'unpaid', until: unpaidEndAt({ expiry_at, suspended_at: suspended_at ?? expiry_at }, graceMs).getTime() };
}
