import { suspendedAccounts } from '@innkeeper/db/tables/accounts';
import { wasAskedToPay } from '@innkeeper/db/tables/mailed-services';
import { loadOrders } from '@innkeeper/db/tables/orders';
import type { Composer } from '../composer.ts';
import { contentOf } from '../order-content.ts';
import { queueMail } from '../queue.ts';
import { isRenewal } from '../renewed-services.ts';

/**
 * Tells that an order was not paid in time. Writes nothing for an order whose payment was never asked for. Unpaid renewals have other mails,
 * about their services.
 */
export const composeOrderLapsed: Composer = async (cx, { account_id: accountId, order_id: orderId, created_at }) => {
  const [order] = await loadOrders(cx.db, [orderId]);
  if (order?.status !== 'cancelled' || isRenewal(order)) return;
  if (!(await wasAskedToPay(cx.db, { accountId, orderId }))) return;
  const isSuspended = (await suspendedAccounts(cx.db, [accountId])).has(accountId);
  await queueMail(cx, {
    ...{ accountId, template: 'order-lapsed', dedupeKey: `order-lapsed:${orderId}` },
    data: { ...contentOf(cx, order), until: created_at.getTime(), isSuspended },
  });
};
