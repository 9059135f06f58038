/** Suspends, resumes and ends a service, together with its child services. */
import type { Service } from '@innkeeper/db/schema';
import { childrenOf, findCancelRequest, updateService } from '@innkeeper/db/tables/services';
import { serviceLifecycle } from '@innkeeper/model/states/server';
import type { MutatingCx } from '../context.ts';
import { hooksOf } from './registry.ts';

/** Suspends a service. The caller has locked `service`. Throws `locked` or `wrong_state`. */
export function suspendService(cx: MutatingCx, service: Service): Promise<void> {
  return move(cx, service, 'suspend');
}

/** Resumes a service. The caller has locked `service`. Throws `locked` or `wrong_state`. */
export function resumeService(cx: MutatingCx, service: Service): Promise<void> {
  return move(cx, service, 'resume');
}

async function move(cx: MutatingCx, service: Service, verb: 'suspend' | 'resume'): Promise<void> {
  const status = serviceLifecycle.next(service.status, verb);
  await updateService(cx.db, service.id, { status, suspended_at: verb === 'suspend' ? cx.clock.now() : null });
  await hooksOf(service)[verb](cx, service);
  for (const child of await childrenOf(cx.db, service.id))
    if (serviceLifecycle.can(child.status, verb)) await move(cx, child, verb);
}

/** Ends a service with its child services (`endChildren`). The caller has locked `service`. Throws `locked`. */
export async function endService(cx: MutatingCx, service: Service): Promise<void> {
  await hooksOf(service).end(cx, service);
}

/** Ends the child services of a service that has ended. */
export async function endChildren(cx: MutatingCx, id: number): Promise<void> {
  for (const child of await childrenOf(cx.db, id))
    if (serviceLifecycle.can(child.status, 'terminate')) await endService(cx, child);
}

/**
 * Returns whether a service is suspended without a reason: it is paid, and neither suspended nor ended by staff. A cancellation at the end
 * of the paid term is no reason before that end.
 */
export async function mayResume(cx: Pick<MutatingCx, 'db' | 'clock'>, service: Service): Promise<boolean> {
  // A child service is resumed with its parent.
  if (service.parent_id !== null || service.staff_suspended_at !== null || service.staff_ends_at !== null) return false;
  const paid = service.expiry_at !== null && service.expiry_at > cx.clock.now();
  if (service.status !== 'suspended' || !paid) return false;
  return (await findCancelRequest(cx.db, service.id))?.now !== true;
}
