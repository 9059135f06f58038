import { balanceOf } from '@innkeeper/db/ledger';
import { loadOrders } from '@innkeeper/db/tables/orders';
import { amountOf, type Composer, pageOf } from '../composer.ts';
import { queueMail } from '../queue.ts';
import { wayOfPaid } from '../ways.ts';

/** Confirms a deposit. */
export const composeDepositReceived: Composer = async (cx, { account_id: accountId, order_id: orderId }) => {
  const [order] = await loadOrders(cx.db, [orderId]);
  if (order?.status !== 'paid') return;
  const { balance } = await balanceOf(cx.db, accountId);
  await queueMail(cx, {
    ...{ accountId, template: 'deposit-received', dedupeKey: `deposit-received:${orderId}` },
    data: {
      amount: amountOf(cx, order.gross),
      balance: amountOf(cx, balance),
      paid: await wayOfPaid(cx, order),
      page: pageOf(cx, '/balance'),
    },
  });
};
