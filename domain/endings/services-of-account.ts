/** Suspends or ends all services of an account by staff. */
import { listLocked } from '@innkeeper/db/tables/locks';
import { listPendingEnds, lockServicesInUse, lockServicesToEnd, rescheduleServiceEnds } from '@innkeeper/db/tables/service-ends';
import { resourceKindOf } from '@innkeeper/model/services/services';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { addMailsDue } from '../mail/due.ts';
import { approverOf, endByStaff, MAX_SUSPENDED, type StaffEnd } from './end-by-staff.ts';
import { serversFirst, suspendByStaff } from './suspend-by-staff.ts';

export interface SuspendedServices {
  /** Ids of services that were suspended. */
  suspended: number[];
  /** Ids of services that a workflow locks, which are left out. */
  locked: number[];
  /** Unpaid orders that are void now. */
  voidOrders: number[];
  /** Number of services that another call suspends. */
  left: number;
}

/**
 * Suspends services in use, servers first, at most `MAX_SUSPENDED`, because each server starts a workflow in this transaction. The
 * caller mails it.
 */
export async function suspendServicesOf(cx: MutatingCx, accountId: number, reason: string): Promise<SuspendedServices> {
  const services = await lockServicesInUse(cx.db, accountId);
  const locked = await listLocked(cx.db, services);
  const unlocked = serversFirst(services.filter(({ id }) => !locked.has(id)));
  const now = unlocked.slice(0, MAX_SUSPENDED);
  const { voidOrders } = await suspendByStaff(cx, now, reason);
  return { suspended: now.map(({ id }) => id), voidOrders, locked: [...locked], left: unlocked.length - now.length };
}

/**
 * Ends all services that have not ended. A service that staff ends already keeps its time if that is earlier, and otherwise gets the new time
 * and reason. Returns the ids of the services with a new time, and of all services that staff ends.
 */
export async function endServicesOf(
  cx: MutatingCx,
  accountId: number,
  end: StaffEnd,
): Promise<{ changed: number[]; all: number[] }> {
  const services = await lockServicesToEnd(cx.db, accountId);
  const open = services.filter(({ staff_ends_at }) => staff_ends_at === null);
  const later = services.filter(({ staff_ends_at: at }) => at !== null && at > end.endsAt);
  const ended = await endByStaff(cx, open, end, await listLocked(cx.db, open));
  const moved = later.map(({ id }) => id);
  const { reason, endsAt: ends_at, requestedBy: requested_by } = end;
  await rescheduleServiceEnds(cx.db, moved, { reason, ends_at, requested_by, approved_by: approverOf(cx, requested_by) });
  if (moved.length > 0) await addMailsDue(cx, { kind: 'service-ending', accountId, ids: moved });
  for (const { id, type } of later)
    await audit(cx, 'endService', { kind: resourceKindOf(type), id, accountId }, { until: ends_at.toISOString(), reason });
  return { changed: [...ended, ...moved], all: await listPendingEnds(cx.db, accountId) };
}
