/** Suspensions of services for lack of payment, present and ahead, as shown to staff. */
import type { Service } from '@innkeeper/db/schema';
import { findAccount } from '@innkeeper/db/tables/accounts';
import { loadOrders } from '@innkeeper/db/tables/orders';
import { waitingRenewals } from '@innkeeper/db/tables/service-periods';
import { findCancelRequest } from '@innkeeper/db/tables/services';
import { unpaidSuspensionAt } from '@innkeeper/db/tables/services-due';
import { formatDecimal } from '@innkeeper/model/money/money';
import { unpaidEndAt } from '@innkeeper/model/services/services';
import type { Cx } from '../context.ts';

/**
 * Returns when an unpaid service is suspended and ends, and the orders that pay it. Returns `null` for a service that is off or ends for
 * another reason. Before its expiry, returns them only if its suspension was postponed and its renewal waits for payment.
 */
export async function showUnpaid({ db, clock, settings }: Pick<Cx, 'db' | 'clock' | 'settings'>, service: Service) {
  const { id, account_id, status, expiry_at, suspend_after, suspended_at, staff_suspended_at, staff_ends_at } = service;
  if ((status !== 'active' && status !== 'suspended') || staff_suspended_at !== null || staff_ends_at !== null) return null;
  if (expiry_at === null) return null;
  const isAhead = expiry_at > clock.now();
  if (isAhead && (suspend_after === null || suspend_after <= expiry_at)) return null;
  if (await findCancelRequest(db, id)) return null;
  const account = await findAccount(db, account_id);
  const mayEnd = account?.suspended_at === null && account.billing_parked_at === null;
  const orders = await loadOrders(db, await waitingRenewals(db, [id]));
  const suspendsAt = mayEnd && status === 'active' ? await unpaidSuspensionAt(db, id) : null;
  // Before the expiry, a renewal that is being paid or not ordered yet is no debt.
  if (isAhead && suspendsAt === null) return null;
  const off = status === 'suspended' ? suspended_at : suspendsAt;
  return {
    ends_at: mayEnd && off ? unpaidEndAt({ expiry_at, suspended_at: off }, settings.cancelGraceMs) : null,
    orders: orders.map((order) => ({ id: order.id, status: order.status, gross: formatDecimal(order.gross) })),
    suspends_at: suspendsAt,
  };
}
