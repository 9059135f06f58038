import { lastReceiptOfOrder } from '@innkeeper/db/tables/balance-since';
import { loadOrders } from '@innkeeper/db/tables/orders';
import { amountOf, balanceAfter, type Composer, pageOf } from '../composer.ts';
import { queueMail } from '../queue.ts';
import { wayOfPaid } from '../ways.ts';

/** Confirms a deposit. */
export const composeDepositReceived: Composer = async (cx, { account_id: accountId, order_id: orderId }) => {
  const [order] = await loadOrders(cx.db, [orderId]);
  if (order?.status !== 'paid') return;
  await queueMail(cx, {
    ...{ accountId, template: 'deposit-received', dedupeKey: `deposit-received:${orderId}` },
    data: {
      amount: amountOf(cx, order.gross),
      balance: await balanceAfter(cx, { accountId, entryId: await lastReceiptOfOrder(cx.db, orderId) }),
      paid: await wayOfPaid(cx, order),
      page: pageOf(cx, '/balance'),
    },
  });
};
