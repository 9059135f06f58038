/** Suspensions of services by staff, which last until staff resumes them. */
import type { Service } from '@innkeeper/db/schema';
import { updateService } from '@innkeeper/db/tables/services';
import { resourceKindOf } from '@innkeeper/model/services/services';
import { VOID_REASONS } from '@innkeeper/model/services/void-reasons';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { type LeftOrders, leaveWaitingRenewals } from '../renewals/cancel-renewals.ts';
import { suspendService } from '../service-types/lifecycle.ts';

/**
 * Suspends services of one account, whatever is paid. The caller has locked the services, which are active or suspended, and which no
 * workflow locks, and mails the reason. Returns the unpaid orders that they have left. Throws `locked`.
 */
export async function suspendByStaff(cx: MutatingCx, services: readonly Service[], reason: string): Promise<LeftOrders> {
  if (services.length === 0) return { voidOrders: [], reducedOrders: [] };
  const ids = services.map(({ id }) => id);
  const left = await leaveWaitingRenewals(cx, ids, {
    reason: VOID_REASONS.suspended,
    automatic: true,
  });
  const now = cx.clock.now();
  for (const service of serversFirst(services)) {
    const { id, type, account_id: accountId } = service;
    if (service.status === 'active') await suspendService(cx, service);
    await updateService(cx.db, id, { staff_suspended_at: now, staff_suspend_reason: reason });
    await audit(cx, 'suspendService', { kind: resourceKindOf(type), id, accountId }, { reason });
  }
  return left;
}

/** Returns the services with the servers first. The detachment of a suspended floating IP locks its server, and waits for a lock of it. */
export function serversFirst(services: readonly Service[]): Service[] {
  const isServer = ({ type }: Service) => type === 'server';
  return [...services.filter(isServer), ...services.filter((service) => !isServer(service))];
}
