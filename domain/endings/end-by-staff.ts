/**
 * Ends of services by staff (docs/decisions/staff-ends.md): the request, its undoing, and the end itself.
 *
 * The request suspends the services and moves no money. `services.staff_ends_at` stops their renewals and everything else that would resume
 * them.
 */
import type { Service } from '@innkeeper/db/schema';
import { lockOrders } from '@innkeeper/db/tables/orders';
import { lockServer } from '@innkeeper/db/tables/servers';
import { findServiceEnd, insertServiceEnds, undoServiceEnd, unpaidOrdersOf } from '@innkeeper/db/tables/service-ends';
import { childrenOf, childrenOfAll, lockServices, updateService } from '@innkeeper/db/tables/services';
import { resourceKindOf } from '@innkeeper/model/services/services';
import { ENDED_BY_STAFF } from '@innkeeper/model/services/staff-ends';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { addMailsDue } from '../mail/due.ts';
import { takeOutOfRenewals, takeOutServices } from '../orders/take-out-services.ts';
import { endService, mayResume, resumeService, suspendService } from '../service-types/lifecycle.ts';
import { startWorkflow } from '../workflows/start.ts';
import { serversFirst } from './suspend-by-staff.ts';

/** Number of services that one transaction suspends. The job suspends the others that end (jobs/expire-services.ts). */
export const MAX_SUSPENDED = 200;

export interface StaffEnd {
  /** Reason as a sentence for the customer. */
  reason: string;
  endsAt: Date;
  /** Staff id, or `null` at the host. Otherwise the actor has approved the request. */
  requestedBy: number | null;
}

/**
 * Writes the ends of services of one account, takes them out of their unpaid renewals, cancels their other unpaid orders and suspends them.
 * The caller has locked the services, which have no end yet. Services in `locked` are suspended when their lock is released.
 * Returns the ids of the services that end, without those whose unpaid first order was cancelled.
 *
 * Orders that are being paid go on. No other order has a line of them, so nothing is renewed or delivered by a later payment.
 */
export async function endByStaff(
  cx: MutatingCx,
  services: readonly Service[],
  { reason, endsAt, requestedBy }: StaffEnd,
  locked: ReadonlySet<number> = new Set(),
): Promise<number[]> {
  await leaveUnpaidOrders(cx, services);
  const left = (await lockServices(cx.db, idsOf(services))).filter(({ status }) => status !== 'terminated');
  const [first] = left;
  if (!first) return [];
  const ids = idsOf(left);
  const by = { requested_by: requestedBy, approved_by: approverOf(cx, requestedBy) };
  await insertServiceEnds(cx.db, ids, { reason, ends_at: endsAt, ...by, created_at: cx.clock.now() });
  for (const service of serversFirst(left.filter(({ id }) => !locked.has(id))).slice(0, MAX_SUSPENDED))
    await suspendToEnd(cx, service, reason);
  await addMailsDue(cx, { kind: 'service-ending', accountId: first.account_id, ids });
  for (const { id, type, account_id: accountId } of left)
    await audit(cx, 'endService', { kind: resourceKindOf(type), id, accountId }, { until: endsAt.toISOString(), reason });
  return ids;
}

/** Returns the staff id of the person who approved the request of another, or `null` at the host. */
export const approverOf = ({ actor }: Pick<MutatingCx, 'actor'>, requestedBy: number | null): number | null =>
  requestedBy !== null && actor.kind === 'staff' ? actor.id : null;

async function leaveUnpaidOrders(cx: MutatingCx, services: readonly Service[]): Promise<void> {
  const addons = await childrenOfAll(cx.db, idsOf(services));
  const serviceIds = idsOf([...services, ...addons]);
  for (const order of await lockOrders(cx.db, await unpaidOrdersOf(cx.db, serviceIds)))
    if (order.status === 'awaiting_payment') await takeOutServices(cx, order, { serviceIds, reason: ENDED_BY_STAFF });
}

const idsOf = (services: readonly Service[]): number[] => services.map(({ id }) => id);

/**
 * Suspends a service that staff ends. Returns whether anything changed. Does nothing for a service that staff has suspended, that is not
 * delivered, or whose machine is absent. The caller has locked `service`, which no workflow locks.
 */
async function suspendToEnd(cx: MutatingCx, service: Service, reason: string): Promise<boolean> {
  const { id, type, status, staff_suspended_at } = service;
  if (staff_suspended_at !== null || (status !== 'active' && status !== 'suspended')) return false;
  if (type === 'server' && (await lockServer(cx.db, id))?.power === 'absent') return false;
  if (status === 'active') await suspendService(cx, service);
  await updateService(cx.db, id, { staff_suspended_at: cx.clock.now(), staff_suspend_reason: reason });
  return true;
}

/**
 * Undoes the end of a service by staff, and resumes it if it is paid and was suspended neither by its owner nor by staff. Any other service
 * that staff had not suspended before gets a new grace period. Returns false if there is no end. The caller has locked `service`, which no
 * workflow locks.
 */
export async function undoEndByStaff(cx: MutatingCx, service: Service): Promise<boolean> {
  const { id, account_id: accountId, status } = service;
  const end = await findServiceEnd(cx.db, id);
  if (!end || status === 'terminated') return false;
  const now = cx.clock.now();
  await undoServiceEnd(cx.db, end.id, now);
  const staysSuspended = service.staff_suspended_at !== null && end.was_suspended;
  const isSwitchedOff = status === 'suspended' && !staysSuspended;
  const lifted = isSwitchedOff ? { staff_suspended_at: null, staff_suspend_reason: null, suspended_at: now } : {};
  if (isSwitchedOff) await updateService(cx.db, id, lifted);
  const kept = { ...service, ...lifted, staff_ends_at: null };
  if (await mayResume(cx, kept)) await resumeService(cx, kept);
  await addMailsDue(cx, { kind: 'service-kept', accountId, ids: [id] });
  return true;
}

/**
 * Does what is due of an end by staff: suspends the service, or ends it. Returns whether anything changed. Does nothing if the end was
 * undone. The caller has locked `service`, which no workflow locks.
 *
 * A renewal that was being paid may wait again, so the service is taken out of it. A server without a machine ends only after its worker
 * has made the checks for a lost machine.
 */
export async function continueEndByStaff(cx: MutatingCx, service: Service): Promise<boolean> {
  const { id, status, staff_ends_at: endsAt } = service;
  if (endsAt === null || (status !== 'active' && status !== 'suspended')) return false;
  const end = await findServiceEnd(cx.db, id);
  if (!end) return false;
  const serviceIds = [id, ...(await childrenOf(cx.db, id)).map((addon) => addon.id)];
  const changed = await takeOutOfRenewals(cx, { serviceIds, reason: ENDED_BY_STAFF });
  if (endsAt > cx.clock.now()) return (await suspendToEnd(cx, service, end.reason)) || changed.length > 0;
  await endNow(cx, service, end.reason);
  return true;
}

async function endNow(cx: MutatingCx, service: Service, reason: string): Promise<void> {
  const { id, type, account_id: accountId } = service;
  if (type !== 'server') {
    await endService(cx, service);
    await addMailsDue(cx, { kind: 'services-ended', accountId, ids: [id] });
    return audit(cx, 'service.ended-by-staff', { kind: resourceKindOf(type), id, accountId });
  }
  const lost = (await lockServer(cx.db, id))?.power === 'absent';
  await startWorkflow(cx, 'server.terminate', service, {
    reason: `Our staff has ended this server: ${reason}`,
    ...(lost && { lost: true as const }),
  });
}
