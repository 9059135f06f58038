import { invoicesOfOrder, moneyBefore } from '@innkeeper/db/tables/mailed-facts';
import { type LoadedOrder, loadOrders } from '@innkeeper/db/tables/orders';
import { invoiceNumber } from '@innkeeper/model/invoices/document';
import type { MailedService } from '@innkeeper/model/mail/templates';
import type { Cx } from '../../context.ts';
import { amountOf, bounded, type Composer } from '../composer.ts';
import { contentOf } from '../order-content.ts';
import { queueMail } from '../queue.ts';
import { isRenewal } from '../renewed-services.ts';
import { wayOfPaid, wayOfPayment } from '../ways.ts';

/** Confirms the payment of an order, with its invoices. */
export const composeOrderPaid: Composer = async (cx, { account_id: accountId, order_id: orderId }) => {
  const [order] = await loadOrders(cx.db, [orderId]);
  if (!order) return;
  const invoices = await invoicesOfOrder(cx.db, orderId, 'original');
  const { listed: renewed, more: moreRenewed } = bounded(isRenewal(order) ? endsOf(order) : []);
  await queueMail(cx, {
    ...{ accountId, template: 'order-paid', dedupeKey: `order-paid:${orderId}` },
    data: {
      ...contentOf(cx, order),
      invoices: invoices.map(({ type, number }) => invoiceNumber(type, number)),
      paid: await wayOfPaid(cx, order),
      added: await addedFor(cx, order),
      ...{ renewed, moreRenewed },
    },
    attachments: invoices.map(({ id }) => id),
  });
};

/** Returns money that came for an order and was added to the balance, which then paid the order. */
async function addedFor(cx: Pick<Cx, 'db' | 'settings'>, { id, payment_method, paid_at: paidAt }: LoadedOrder) {
  if (payment_method !== 'balance' || !paidAt) return null;
  const money = await moneyBefore(cx.db, { orderId: id, paidAt });
  return money ? { amount: amountOf(cx, money.amount), came: await wayOfPayment(cx, money) } : null;
}

const endsOf = ({ lines }: LoadedOrder): MailedService[] =>
  lines.flatMap(({ label, period_to }) => (period_to ? [{ name: label, until: period_to.getTime() }] : []));
