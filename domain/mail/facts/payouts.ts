import { balanceOf } from '@innkeeper/db/ledger';
import { refundsOfPayments } from '@innkeeper/db/tables/mailed-facts';
import { isOfOrderRefund } from '@innkeeper/db/tables/order-refunds';
import { amountOf, type Composer, pageOf } from '../composer.ts';
import { queueMail } from '../queue.ts';
import { wayOfPayment } from '../ways.ts';

/** Tells of money that was sent back to its payer. The mail of a refunded order has told it already. */
export const composePayoutSent: Composer = async (cx, { account_id: accountId, ids }) => {
  for (const { id, amount, payment_id, method, iban } of await refundsOfPayments(cx.db, ids)) {
    if (await isOfOrderRefund(cx.db, id)) continue;
    const to = await wayOfPayment(cx, { id: payment_id, method }, iban);
    const data = { amount: amountOf(cx, amount), to, page: pageOf(cx, '/balance') };
    await queueMail(cx, { accountId, template: 'payout-sent', data, dedupeKey: `payout-sent:${id}` });
  }
};

/** Tells of money that could not be sent back, and is balance again. */
export const composePayoutReturned: Composer = async (cx, { account_id: accountId, ids }) => {
  const { balance } = await balanceOf(cx.db, accountId);
  for (const { id, amount, payment_id, method, iban } of await refundsOfPayments(cx.db, ids)) {
    const to = await wayOfPayment(cx, { id: payment_id, method }, iban);
    const data = { amount: amountOf(cx, amount), to, balance: amountOf(cx, balance), page: pageOf(cx, '/balance') };
    await queueMail(cx, { accountId, template: 'payout-returned', data, dedupeKey: `payout-returned:${id}` });
  }
};
