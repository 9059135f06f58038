import { balanceOf } from '@innkeeper/db/ledger';
import { type KeptPayment, keptPayments } from '@innkeeper/db/tables/mailed-facts';
import type { MailData } from '@innkeeper/model/mail/templates';
import { amountOf, type Composer, pageOf } from '../composer.ts';
import { queueMail } from '../queue.ts';

/** Tells of money that paid no order and is balance. Writes nothing for money that has paid its order from the balance meanwhile. */
export const composePaymentKept: Composer = async (cx, { account_id: accountId, ids }) => {
  const { balance } = await balanceOf(cx.db, accountId);
  for (const kept of await keptPayments(cx.db, ids)) {
    const why = reasonOf(kept);
    if (why === undefined) continue;
    await queueMail(cx, {
      ...{ accountId, template: 'payment-kept', dedupeKey: `payment-kept:${kept.entry_id}` },
      data: {
        amount: amountOf(cx, kept.amount),
        balance: amountOf(cx, balance),
        order: kept.order_id,
        why,
        missing: why === 'too-little' ? amountOf(cx, kept.expected - kept.received) : null,
        page: pageOf(cx, kept.order_id === null ? '/balance' : `/orders/${kept.order_id}`),
      },
    });
  }
};

/** Returns why the money paid nothing, or `undefined` if it has paid its order. */
function reasonOf({
  order_id,
  status,
  paid_at,
  received_at,
  received,
  expected,
}: KeptPayment): MailData['payment-kept']['why'] | undefined {
  if (order_id === null) return 'no-order';
  if (status === 'cancelled') return 'order-gone';
  if (status === 'paid') return paid_at !== null && paid_at < received_at ? 'order-paid' : undefined;
  return received < expected ? 'too-little' : 'not-allowed';
}
