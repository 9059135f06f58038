/** Requests that a service shall end. */
import type { Service } from '@innkeeper/db/schema';
import { deleteCancelRequest, findCancelRequest, insertCancelRequest, updateService } from '@innkeeper/db/tables/services';
import { Failure } from '@innkeeper/model/failures';
import { serverLife } from '@innkeeper/model/states/server';
import type { MutatingCx } from '../context.ts';
import { cancelWaitingRenewals } from '../orders/cancel-renewals.ts';
import { resumeService, suspendService } from './lifecycle.ts';

export interface Cancellation {
  /** Suspended at once, and not only when it expires. */
  now: boolean;
  reason: string | null;
}

/**
 * Records that a service is to end. A second request replaces the first, unless that was for now; of a suspended service the
 * grace period goes on, so that nobody keeps an unpaid service by asking again and again. What a job has ordered for it is not to be
 * paid any more. `service` is locked by the caller. Throws `wrong_state` for what does not serve, or has
 * been cancelled for now.
 */
export async function requestCancellation(cx: MutatingCx, service: Service, { now, reason }: Cancellation): Promise<void> {
  await refuseCancellation(cx, service);
  const suspended = service.status === 'suspended';
  const former = suspended ? await findCancelRequest(cx.db, service.id) : undefined;
  const created_at = former?.created_at ?? cx.clock.now();
  await deleteCancelRequest(cx.db, service.id);
  await insertCancelRequest(cx.db, { service_id: service.id, now, reason, created_at });
  await cancelWaitingRenewals(cx, [service.id], {
    reason: 'The service that this order would have renewed was cancelled.',
    automatic: true,
  });
  if (!suspended && now) await suspendService(cx, service);
  // What the staff has suspended may be so for months: its owner has the whole grace period to think again.
  if (service.staff_suspended_at !== null) await updateService(cx.db, service.id, { suspended_at: cx.clock.now() });
}

/** Throws what `requestCancellation` throws. */
export async function refuseCancellation({ db }: Pick<MutatingCx, 'db'>, service: Service): Promise<void> {
  if (!serverLife.can(service.status, 'terminate'))
    throw wrongState(`Only an active or suspended service can be cancelled. This service is ${service.status}.`);
  if ((await findCancelRequest(db, service.id))?.now) throw wrongState('This service is already cancelled.');
}

/**
 * Removes the request; the service is resumed if it is paid. `service` is locked by the caller. Throws `wrong_state` when nobody
 * has asked for its end, or it has ended.
 */
export async function withdrawCancellation(cx: MutatingCx, service: Service): Promise<void> {
  if (service.status === 'terminated') throw wrongState('This service is already terminated.');
  if (!(await deleteCancelRequest(cx.db, service.id))) throw wrongState('This service is not cancelled.');
  if (await mayResume(cx, service)) await resumeService(cx, service);
}

/** Whether it is suspended although it is paid and not cancelled, and not by the staff. */
export async function mayResume(cx: Pick<MutatingCx, 'db' | 'clock'>, service: Service): Promise<boolean> {
  // What belongs to another one is resumed with it.
  if (service.parent_id !== null || service.staff_suspended_at !== null) return false;
  const paid = service.expiry_at !== null && service.expiry_at > cx.clock.now();
  return service.status === 'suspended' && paid && !(await findCancelRequest(cx.db, service.id));
}

const wrongState = (message: string): Failure => new Failure('wrong_state', { message });
