/** Asks again for the orders of a payment that was closed because of another of its orders. */

import type { Payment } from '@innkeeper/db/schema';
import { queueProforms } from '@innkeeper/db/tables/invoices/due';
import { isOrderedByJob } from '@innkeeper/db/tables/mailed-services';
import type { CurrentPayment } from '@innkeeper/db/tables/payments';
import type { MutatingCx } from '../context.ts';
import { closedPayment } from '../mail/composer.ts';
import { addMailsDue } from '../mail/due.ts';

/** Queues a pro forma invoice without the reference of the payment, and a request to pay, for each of these orders that still waits. */
async function askAgain(cx: MutatingCx, payment: Pick<Payment, 'id'>, orderIds: readonly number[]): Promise<void> {
  for (const { id, account_id: accountId } of await queueProforms(cx.db, orderIds, cx.clock.now())) {
    const kind = (await isOrderedByJob(cx.db, id)) ? 'renewal-due' : 'order-waiting';
    await addMailsDue(cx, { kind, accountId, orderId: id, ids: [closedPayment(payment.id)] });
  }
}

/** Asks again for the orders of a closed payment that are not among `orderIds`. A payment that was closing before has been told. */
export async function askForOthers(
  cx: MutatingCx,
  payment: Pick<CurrentPayment, 'id' | 'order_ids' | 'closing'>,
  orderIds: readonly number[],
): Promise<void> {
  const others = payment.order_ids.filter((id) => !orderIds.includes(id));
  if (others.length > 0 && !payment.closing) await askAgain(cx, payment, others);
}
