import { loadOrders } from '@innkeeper/db/tables/orders';
import { endingServiceOf } from '@innkeeper/db/tables/service-ends';
import {
  failedCharge,
  isNamedByAct,
  isReplacementDue,
  servicesOfVoidOrder,
  wasEverAskedToPay,
} from '@innkeeper/db/tables/void-orders';
import { isOrderedAgain, voidReasonOf } from '@innkeeper/model/services/void-reasons';
import { seconds } from '@innkeeper/model/time/clock';
import { queueChargeFailed } from '../charge-failed.ts';
import { amountOf, type Composer } from '../composer.ts';
import { addMailsDue } from '../due.ts';
import { contentOf } from '../order-content.ts';
import { queueMail } from '../queue.ts';

/** Time in milliseconds between looks at an order that is about to be void, or to be named as replaced. */
const ASK_AGAIN_MS = seconds(10);

/**
 * Tells that an unpaid order is void. `ids`: failed charges of the order, which were under way at the request for an end by staff. Writes
 * nothing for an order without such a charge whose payment was never asked for. A mail about the end usually takes the fact and names the
 * order (ends.ts). An end that was undone or is over has no such mail. A request to pay another renewal of its services takes the fact too,
 * and says that it replaces the order. Writes nothing if the mail about a suspension or a moved end has named the order.
 *
 * An order whose charge failed waits for payment until a job takes the ending service out of it (jobs/expire-services.ts). If the order
 * stays, because the end was undone or other services are left, the mail about the failed charge follows. An order whose other services cost
 * nothing stays too, and is told as one of which nothing is left to pay.
 */
export const composeOrderVoid: Composer = async (cx, { account_id: accountId, order_id: orderId, ids, created_at }) => {
  const [order] = await loadOrders(cx.db, [orderId]);
  const failure = ids.length > 0 ? await failedCharge(cx.db, { paymentId: Math.max(...ids), orderId }) : undefined;
  const isFree = order !== undefined && order.status !== 'cancelled' && order.gross === 0n;
  if (order?.status === 'awaiting_payment' && failure && !isFree) {
    if (await endingServiceOf(cx.db, [orderId]))
      return addMailsDue(cx, { kind: 'order-void', accountId, orderId, ids, at: created_at, delayMs: ASK_AGAIN_MS });
    return queueChargeFailed(cx, order, failure);
  }
  if (!order || (order.status !== 'cancelled' && !isFree)) return;
  if (!failure && !(await wasEverAskedToPay(cx.db, { accountId, orderId }))) return;
  if (!failure && !isFree && (await isReplacementDue(cx.db, { orderId, at: created_at })))
    return addMailsDue(cx, { kind: 'order-void', accountId, orderId, at: created_at, delayMs: ASK_AGAIN_MS });
  if (!failure && !isFree && (await isNamedByAct(cx.db, { accountId, orderId }))) return;
  const { is_ending: isEnding, is_orderable } = await servicesOfVoidOrder(cx.db, orderId);
  const why = failure ? null : voidReasonOf(order.status_reason ?? '');
  await queueMail(cx, {
    ...{ accountId, template: 'order-void', dedupeKey: `order-void:${orderId}` },
    data: {
      ...contentOf(cx, order),
      failure: failure ? { amount: amountOf(cx, failure.amount), code: failure.code, reason: failure.reason } : null,
      ...{ isEnding, isOrderable: !isFree && is_orderable && (why === null || isOrderedAgain(why)) },
      ...(isFree && { isFree }),
      ...{ reason: why && order.status_reason, why },
    },
  });
};
