import { lockOrders } from '@innkeeper/db/tables/orders';
import { waitingRenewals } from '@innkeeper/db/tables/service-periods';
import { Failure } from '@innkeeper/model/failures';
import type { Cx, MutatingCx } from '../context.ts';
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

/**
 * The same, for services whose price changes: nobody is to renew at the old price what is another thing by then. Throws `wrong_state` while one
 * of the orders is being paid.
 */
export async function cancelRenewalsAtOldPrice(cx: MutatingCx, serviceIds: readonly number[]): Promise<void> {
  await cancelWaitingRenewals(cx, serviceIds, { reason: 'The price of the renewed service has changed.' });
  await refuseWhileBeingPaid(cx, serviceIds);
}

/** Throws `wrong_state` while an order that renews one of them is being paid; `automatic`: one that a job has made. */
export async function refuseWhileBeingPaid(
  { db }: Pick<Cx, 'db'>,
  serviceIds: readonly number[],
  { automatic = false }: Pick<CancelledRenewals, 'automatic'> = {},
): Promise<void> {
  const ids = await waitingRenewals(db, serviceIds, { automatic });
  if (ids.length === 0) return;
  const paying = await db
    .selectFrom('orders')
    .select('id')
    .where('id', 'in', ids)
    .where('status', '=', 'processing')
    .executeTakeFirst();
  if (!paying) return;
  throw new Failure('wrong_state', {
    message: `Renewal order ${paying.id} is being paid. Try again when the payment has ended.`,
  });
}
