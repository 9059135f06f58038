import { lockOrders } from '@innkeeper/db/tables/orders';
import { waitingRenewals } from '@innkeeper/db/tables/service-periods';
import type { MutatingCx } from '../context.ts';
import { cancelUnpaidOrder } from './cancel-unpaid.ts';

export interface CancelledRenewals {
  /** A sentence for the customer. */
  reason: string;
  /** Only what a job has ordered, not its owner. */
  automatic?: boolean;
}

/** Cancels the orders that wait with a renewal of these services. What else such an order would have renewed is ordered again by a job. */
export async function cancelWaitingRenewals(
  cx: MutatingCx,
  serviceIds: readonly number[],
  { reason, automatic = false }: CancelledRenewals,
): Promise<void> {
  const ids = await waitingRenewals(cx.db, serviceIds, { automatic });
  for (const order of await lockOrders(cx.db, ids))
    if (order.status === 'awaiting_payment') await cancelUnpaidOrder(cx, order, { verb: 'delete', reason, renewAgain: true });
}
