/**
 * Suspends and ends services after their expiry, and those that staff ends (docs/decisions/staff-ends.md) first. A cancelled or unpaid service is suspended when it expires, and ends after the grace
 * period. A server with the backup addon ends after a last backup. A suspended service that is paid, and not cancelled with immediate effect, is resumed. Locked
 * services wait for the next run. Accounts that may not pay, because they are parked or suspended by the operator, lose nothing for lack of
 * payment.
 */
import type { Service } from '@innkeeper/db/schema';
import { forEachDue } from '@innkeeper/db/tables/due';
import { isLocked } from '@innkeeper/db/tables/locks';
import { isAway } from '@innkeeper/db/tables/service-beats';
import { hasStaffEnds, listStaffEndCandidates } from '@innkeeper/db/tables/service-ends';
import { findCancelRequest, lockServices } from '@innkeeper/db/tables/services';
import { isUnpaidDue, listStatusChangeCandidates } from '@innkeeper/db/tables/services-due';
import { type MutatingCx, transact } from '@innkeeper/domain/context';
import { continueEndByStaff } from '@innkeeper/domain/endings/end-by-staff';
import { endPermanently } from '@innkeeper/domain/endings/end-permanently';
import { mayResume, suspendService } from '@innkeeper/domain/service-types/lifecycle';
import { resumePaid, suspendUnpaid } from '@innkeeper/domain/service-types/unpaid';
import { endAt, resourceKindOf, suspendAt } from '@innkeeper/model/services/services';
import { hours } from '@innkeeper/model/time/clock';
import type { JobContext } from './job.ts';
import { payWaitingOrders } from './pay-waiting-orders.ts';

/** Pause in milliseconds after a failed workflow. */
const TRY_AGAIN_MS = hours(1);
const BATCH = 200;
const END_WORK = 'end-by-staff';

/** Changes due services and returns how many. Changes no service while the API is away, because customers could neither undo nor renew. */
export async function expireServices(cx: JobContext): Promise<number> {
  if (await isAway(cx.db, 'api', cx.clock.now())) return 0;
  const ended = await endByStaff(cx);
  // A service that the balance can pay is not suspended.
  await payWaitingOrders(cx);
  const changed = await forEachDue(cx, {
    name: 'expire-services',
    kind: 'service',
    find(except) {
      const now = cx.clock.now();
      const notTriedSince = new Date(now.getTime() - TRY_AGAIN_MS);
      return listStatusChangeCandidates(cx.db, { now, notTriedSince, graceMs: cx.settings.cancelGraceMs, except, max: BATCH });
    },
    act: ({ id }) => transact(cx, (one) => changeIfDue(one, id)),
  });
  return ended + changed;
}

/** Suspends services that staff ends, as soon as no workflow locks them, and ends those that are due. Returns how many changed. */
async function endByStaff(cx: JobContext): Promise<number> {
  if (!(await hasStaffEnds(cx.db, END_WORK))) return 0;
  return forEachDue(cx, {
    name: END_WORK,
    kind: 'service',
    find(except) {
      const now = cx.clock.now();
      const notTriedSince = new Date(now.getTime() - TRY_AGAIN_MS);
      return listStaffEndCandidates(cx.db, { now, notTriedSince, except, max: BATCH });
    },
    act: ({ id }) =>
      transact(cx, async (one) => {
        if (await isAway(one.db, 'api', one.clock.now())) return false;
        const [service] = await lockServices(one.db, [id]);
        if (!service || (await isLocked(one.db, resourceKindOf(service.type), id))) return false;
        return continueEndByStaff(one, service);
      }),
  });
}

async function changeIfDue(cx: MutatingCx, id: number): Promise<boolean> {
  // One time for both checks, because this process may be suspended between any two lines.
  const now = cx.clock.now();
  if (await isAway(cx.db, 'api', now)) return false;
  const [service] = await lockServices(cx.db, [id]);
  if (!service || (await isLocked(cx.db, resourceKindOf(service.type), id))) return false;
  const act = await findDueAction(cx, service, now);
  await act?.(cx, service);
  return act !== undefined;
}

type Act = (cx: MutatingCx, service: Service) => Promise<unknown>;

async function findDueAction(cx: MutatingCx, service: Service, now: Date): Promise<Act | undefined> {
  if (await mayResume(cx, service)) return resumePaid;
  const request = await findCancelRequest(cx.db, service.id);
  const graceMs = cx.settings.cancelGraceMs;
  if (!request) {
    if (!(await isUnpaidDue(cx.db, { id: service.id, now, graceMs }))) return undefined;
    return service.status === 'active' ? suspendUnpaid : endPermanently;
  }
  if (service.status === 'active') return suspendAt(request, service.expiry_at) <= now ? suspendService : undefined;
  return service.status === 'suspended' && endAt(request, service, graceMs) <= now ? endPermanently : undefined;
}
