/**
 * What follows when time is up. A service that was cancelled, or is not paid, is suspended when it expires and ends after the grace period,
 * a server with the addon after a last backup. One that is suspended although it is paid and not cancelled is resumed. Locked ones
 * wait for the next run; accounts that may not pay (parked, or suspended by the operator) lose nothing for lack of payment.
 */
import type { Service } from '@innkeeper/db/schema';
import { forEachDue } from '@innkeeper/db/tables/due';
import { isLocked } from '@innkeeper/db/tables/locks';
import { isAway } from '@innkeeper/db/tables/service-beats';
import { findCancelRequest, lockServices } from '@innkeeper/db/tables/services';
import { isUnpaidDue, servicesToMove } from '@innkeeper/db/tables/services-due';
import { type MutatingCx, transact } from '@innkeeper/domain/context';
import { mayResume } from '@innkeeper/domain/services/cancellation';
import { endForGood } from '@innkeeper/domain/services/end-for-good';
import { resumeService, suspendService } from '@innkeeper/domain/services/lifecycle';
import { suspendUnpaid } from '@innkeeper/domain/services/suspend-unpaid';
import { hours } from '@innkeeper/model/clock';
import { endAt, resourceKindOf, suspendAt } from '@innkeeper/model/services';
import type { JobContext } from './job.ts';
import { payWaitingOrders } from './pay-waiting-orders.ts';

/** How long one whose workflow failed waits for the next. */
const TRY_AGAIN_MS = hours(1);
const BATCH = 200;

/** Returns how many services it changed. None while the API is away, when nobody could undo or renew. */
export async function expireServices(cx: JobContext): Promise<number> {
  if (await isAway(cx.db, 'api', cx.clock.now())) return 0;
  // What the balance pays is not suspended.
  await payWaitingOrders(cx);
  return forEachDue(cx, {
    name: 'expire-services',
    kind: 'service',
    find(except) {
      const now = cx.clock.now();
      const notSince = new Date(now.getTime() - TRY_AGAIN_MS);
      return servicesToMove(cx.db, { now, notSince, graceMs: cx.settings.cancelGraceMs, except, most: BATCH });
    },
    act: ({ id }) => transact(cx, (one) => moveOn(one, id)),
  });
}

async function moveOn(cx: MutatingCx, id: number): Promise<boolean> {
  // One moment for both: this process may be stopped between any two lines.
  const now = cx.clock.now();
  if (await isAway(cx.db, 'api', now)) return false;
  const [service] = await lockServices(cx.db, [id]);
  if (!service || (await isLocked(cx.db, resourceKindOf(service.type), id))) return false;
  const act = await dueAt(cx, service, now);
  await act?.(cx, service);
  return act !== undefined;
}

type Act = (cx: MutatingCx, service: Service) => Promise<unknown>;

async function dueAt(cx: MutatingCx, service: Service, now: Date): Promise<Act | undefined> {
  if (await mayResume(cx, service)) return resumeService;
  const request = await findCancelRequest(cx.db, service.id);
  const graceMs = cx.settings.cancelGraceMs;
  if (!request) {
    if (!(await isUnpaidDue(cx.db, { id: service.id, now, graceMs }))) return undefined;
    return service.status === 'active' ? suspendUnpaid : endForGood;
  }
  if (service.status === 'active') return suspendAt(request, service.expiry_at) <= now ? suspendService : undefined;
  return service.status === 'suspended' && endAt(request, service, graceMs) <= now ? endForGood : undefined;
}
