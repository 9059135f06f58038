import { suspendedAccounts } from '@innkeeper/db/tables/accounts';
import { isOrderedByJob } from '@innkeeper/db/tables/mailed-services';
import { loadOrders } from '@innkeeper/db/tables/orders';
import { endingServiceOf } from '@innkeeper/db/tables/service-ends';
import { takeReplacedOrders } from '@innkeeper/db/tables/void-orders';
import { addonEnds } from '../addon-ends.ts';
import { bounded, type Composer, requestOf } from '../composer.ts';
import { addMailsDue } from '../due.ts';
import { awaitsProform, LOOK_AGAIN_MS } from '../proform-ahead.ts';
import { queueMail } from '../queue.ts';
import { requestToPay } from '../renewal-ways.ts';
import { renewedServices } from '../renewed-services.ts';

/** Asks for the payment of a renewal that a job has ordered. Asks again when services were taken out of it, or its payment for several orders was closed. Writes nothing if the order is paid, being paid or gone by now. */
export const composeRenewalDue: Composer = async (cx, due) => {
  const { account_id: accountId, order_id: orderId, ids, created_at: at } = due;
  const [order] = await loadOrders(cx.db, [orderId]);
  if (order?.status !== 'awaiting_payment' || !(await isOrderedByJob(cx.db, orderId))) return;
  // A renewal of a service that staff ends is about to be void, after a charge that failed (order-void.ts).
  if (await endingServiceOf(cx.db, [orderId])) return;
  const services = await renewedServices(cx, order);
  const [first] = services;
  if (!first) return;
  const { listed, more } = bounded(services);
  if (await awaitsProform(cx, due))
    return addMailsDue(cx, { kind: 'renewal-due', accountId, orderId, ids, at, delayMs: LOOK_AGAIN_MS });
  const voidOrders = await takeReplacedOrders(cx.db, { accountId, orderId });
  const isSuspended = (await suspendedAccounts(cx.db, [accountId])).has(accountId);
  const { key, reasons } = requestOf('renewal-due', orderId, ids);
  await queueMail(cx, {
    ...{ accountId, template: 'renewal-due', dedupeKey: key },
    data: {
      ...{ services: listed, more, isLate: (first.offAt ?? first.until) <= cx.clock.now().getTime() },
      ...(await requestToPay(cx, [order], isSuspended)),
      ...(await addonEnds(cx, order)),
      ...reasons,
      ...(voidOrders.length > 0 && { voidOrders }),
    },
  });
};
