/** Requests, checks and withdraws cancellations of services. */
import type { Service } from '@innkeeper/db/schema';
import { deleteCancelRequest, findCancelRequest, insertCancelRequest, updateService } from '@innkeeper/db/tables/services';
import { Failure } from '@innkeeper/model/failures';
import { VOID_REASONS } from '@innkeeper/model/services/void-reasons';
import { serviceLifecycle } from '@innkeeper/model/states/server';
import type { MutatingCx } from '../context.ts';
import { addMailsDue } from '../mail/due.ts';
import { leaveWaitingRenewals } from '../renewals/cancel-renewals.ts';
import { mayResume, resumeService, suspendService } from '../service-types/lifecycle.ts';

export interface Cancellation {
  /** `true` if the service is suspended immediately rather than at its expiry. */
  now: boolean;
  reason: string | null;
}

/** Cancels services, as `requestCancellation`. The fact of their mail is queued last, after all locks of orders. */
export async function requestCancellations(
  cx: MutatingCx,
  services: readonly Service[],
  cancellation: Cancellation,
): Promise<void> {
  for (const service of services) await cancel(cx, service, cancellation);
  await tell(cx, services);
}

/**
 * Records that a service is to end, and takes it out of unpaid renewals made by a job. The caller has locked `service`. Throws `wrong_state`
 * for an inactive service, or if it is already cancelled with immediate effect.
 *
 * A second request replaces the first, unless the first was immediate. The grace period of a suspended service continues, so that repeated
 * requests do not prolong an unpaid service.
 */
export function requestCancellation(cx: MutatingCx, service: Service, cancellation: Cancellation): Promise<void> {
  return requestCancellations(cx, [service], cancellation);
}

async function cancel(cx: MutatingCx, service: Service, { now, reason }: Cancellation): Promise<void> {
  await refuseCancellation(cx, service);
  const suspended = service.status === 'suspended';
  const former = suspended ? await findCancelRequest(cx.db, service.id) : undefined;
  const created_at = former?.created_at ?? cx.clock.now();
  await deleteCancelRequest(cx.db, service.id);
  await insertCancelRequest(cx.db, { service_id: service.id, now, reason, created_at });
  await leaveWaitingRenewals(cx, [service.id], {
    reason: VOID_REASONS.cancelled,
    automatic: true,
  });
  if (!suspended && now) await suspendService(cx, service);
  // A suspension by staff may have lasted months. The owner gets the whole grace period to reconsider.
  if (service.staff_suspended_at !== null) await updateService(cx.db, service.id, { suspended_at: cx.clock.now() });
}

/** Throws the failures of `requestCancellation`. */
export async function refuseCancellation({ db }: Pick<MutatingCx, 'db'>, service: Service): Promise<void> {
  if (!serviceLifecycle.can(service.status, 'terminate'))
    throw wrongState(`Only an active or suspended service can be cancelled. This service is ${service.status}.`);
  if ((await findCancelRequest(db, service.id))?.now) throw wrongState('This service is already cancelled.');
}

/**
 * Withdraws a cancellation, and resumes the service if it is paid. The caller has locked `service`. Throws `wrong_state` if the service is
 * not cancelled or has ended.
 */
export function revokeCancellation(cx: MutatingCx, service: Service): Promise<void> {
  return revokeCancellations(cx, [service]);
}

/** Withdraws the cancellations of services, as `revokeCancellation`. */
export async function revokeCancellations(cx: MutatingCx, services: readonly Service[]): Promise<void> {
  for (const service of services) await revoke(cx, service);
  await tell(cx, services);
}

async function revoke(cx: MutatingCx, service: Service): Promise<void> {
  if (service.status === 'terminated') throw wrongState('This service is already terminated.');
  if (!(await deleteCancelRequest(cx.db, service.id))) throw wrongState('This service is not cancelled.');
  if (await mayResume(cx, service)) await resumeService(cx, service);
}

/** Queues the fact of cancellations or their withdrawals. Its mail says which of them holds then. */
const tell = (cx: MutatingCx, services: readonly Service[]): Promise<void> =>
  addMailsDue(
    cx,
    ...services.map(({ id, account_id: accountId }) => ({ kind: 'services-cancelled' as const, accountId, ids: [id] })),
  );

const wrongState = (message: string): Failure => new Failure('wrong_state', { message });
