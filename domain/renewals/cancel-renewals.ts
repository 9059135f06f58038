import { lockOrders } from '@innkeeper/db/tables/orders';
import { waitingRenewals } from '@innkeeper/db/tables/service-periods';
import type { MutatingCx } from '../context.ts';
import { cancelUnpaidOrder } from '../orders/cancel-unpaid.ts';
import { refuseWhileBeingPaid } from '../services/being-paid.ts';

export interface CancelledRenewals {
  /** Reason as a sentence for the customer. */
  reason: string;
  /** `true` to cancel only orders made by a job. */
  automatic?: boolean;
}

/**
 * Cancels unpaid orders that renew one of these services. All periods of a cancelled order become free. A job can then order the renewals
 * of its other services again. Returns how many orders were cancelled.
 */
export async function cancelWaitingRenewals(
  cx: MutatingCx,
  serviceIds: readonly number[],
  { reason, automatic = false }: CancelledRenewals,
): Promise<number> {
  const ids = await waitingRenewals(cx.db, serviceIds, { automatic });
  const waiting = (await lockOrders(cx.db, ids)).filter(({ status }) => status === 'awaiting_payment');
  for (const order of waiting) await cancelUnpaidOrder(cx, order, { verb: 'delete', reason, renewAgain: true });
  return waiting.length;
}

/**
 * Cancels unpaid renewals of services whose price changes, so that no service is renewed at the old price. Throws `wrong_state` while one
 * of the orders is being paid.
 */
export async function cancelRenewalsAtOldPrice(cx: MutatingCx, serviceIds: readonly number[]): Promise<void> {
  await cancelWaitingRenewals(cx, serviceIds, { reason: 'The price of the renewed service has changed.' });
  await refuseWhileBeingPaid(cx, serviceIds);
}
