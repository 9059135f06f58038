import { invoicesOfOrder } from '@innkeeper/db/tables/mailed-facts';
import { isOrderedByJob, wasAskedToPay } from '@innkeeper/db/tables/mailed-services';
import { loadOrders } from '@innkeeper/db/tables/orders';
import { takeReplacedOrders } from '@innkeeper/db/tables/void-orders';
import { type Composer, requestOf } from '../composer.ts';
import { addMailsDue } from '../due.ts';
import { earlierEnds } from '../earlier-ends.ts';
import { contentOf } from '../order-content.ts';
import { awaitsProform, LOOK_AGAIN_MS } from '../proform-ahead.ts';
import { queueMail } from '../queue.ts';
import { isRenewal } from '../renewed-services.ts';
import { wayToPay } from '../ways.ts';

/** Asks for the payment of an order. Asks again when services were taken out of it, or its payment for several orders was closed. Writes nothing if the order is paid, being paid or gone by now. A renewal that a job ordered has its own mail (renewal-due.ts). */
export const composeOrderWaiting: Composer = async (cx, due) => {
  const { account_id: accountId, order_id: orderId, ids, created_at: at } = due;
  const [order] = await loadOrders(cx.db, [orderId]);
  if (order?.status !== 'awaiting_payment' || !order.due_at) return;
  if (isRenewal(order) && (await isOrderedByJob(cx.db, orderId))) return;
  if (await awaitsProform(cx, due))
    return addMailsDue(cx, { kind: 'order-waiting', accountId, orderId, ids, at, delayMs: LOOK_AGAIN_MS });
  const pay = await wayToPay(cx, order);
  // A deposit is paid on the page of a gateway immediately, or it was given up.
  if (order.type === 'deposit' && pay.by !== 'transfer') return;
  const amount = String(order.gross);
  const invoices = (await invoicesOfOrder(cx.db, orderId, 'proform')).filter(({ document }) => document.gross === amount);
  const { key, reasons } = requestOf('order-waiting', orderId, ids);
  // The order itself and the change may be told in one mail.
  const voidOrders = isRenewal(order) ? await takeReplacedOrders(cx.db, { accountId, orderId }) : [];
  const isFirst = ids.length > 0 && !(await wasAskedToPay(cx.db, { accountId, orderId }));
  await queueMail(cx, {
    ...{ accountId, template: 'order-waiting', dedupeKey: key },
    data: {
      ...{ ...contentOf(cx, order), until: order.due_at.getTime(), pay, ...reasons },
      ...(await earlierEnds(cx, order)),
      ...(isFirst && { isFirst }),
      ...(voidOrders.length > 0 && { voidOrders }),
    },
    attachments: invoices.slice(-1).map(({ id }) => id),
  });
};
