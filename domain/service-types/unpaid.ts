import type { Service } from '@innkeeper/db/schema';
import { lockOrders, updateOrder } from '@innkeeper/db/tables/orders';
import { waitingRenewals } from '@innkeeper/db/tables/service-periods';
import type { MutatingCx } from '../context.ts';
import { addMailsDue } from '../mail/due.ts';
import { resumeService, suspendService } from './lifecycle.ts';

/** Suspends an expired unpaid service. Its owner is mailed the date on which the data will be deleted. The caller has locked `service`. */
export async function suspendUnpaid(cx: MutatingCx, service: Service): Promise<void> {
  await suspendService(cx, service);
  await postponeRenewals(cx, service);
  await addMailsDue(cx, { kind: 'services-suspended', accountId: service.account_id, ids: [service.id] });
}

/**
 * Postpones the due date of unpaid renewals to the end of the service. The service ends a grace period after its suspension, which a late
 * worker delays. A renewal that lapses is not ordered again, so money that arrives before the end would not pay it.
 */
async function postponeRenewals(cx: MutatingCx, { id }: Service): Promise<void> {
  const endsAt = new Date(cx.clock.now().getTime() + cx.settings.cancelGraceMs);
  for (const order of await lockOrders(cx.db, await waitingRenewals(cx.db, [id])))
    if (order.status === 'awaiting_payment' && order.due_at && order.due_at < endsAt)
      await updateOrder(cx.db, order.id, { due_at: endsAt });
}

/** Resumes a paid service and tells its owner. The caller has locked `service`. */
export async function resumePaid(cx: MutatingCx, service: Service): Promise<void> {
  await resumeService(cx, service);
  await addMailsDue(cx, { kind: 'services-resumed', accountId: service.account_id, ids: [service.id] });
}
