import { suspendedAccounts } from '@innkeeper/db/tables/accounts';
import { type KeptReceipt, ordersOfPayment, receiptsOfEntries } from '@innkeeper/db/tables/mailed-facts';
import { type OrdersBeside, ordersBeside } from '@innkeeper/db/tables/orders-beside';
import { findTransferAccount } from '@innkeeper/db/tables/payment-methods';
import type { MailData } from '@innkeeper/model/mail/templates';
import type { WayOfMoney, WayToPay } from '@innkeeper/model/mail/ways';
import { type KeptMoney, keptMoneyOf, type ReceiptOrder, type ReceiptOrderState } from '@innkeeper/model/payments/kept-money';
import { formatReference } from '@innkeeper/model/payments/reference';
import type { Cx } from '../../context.ts';
import { amountOf, balanceAfter, bounded, type Composer, pageOf } from '../composer.ts';
import { queueMail } from '../queue.ts';
import { missingFor, wayOfPaid, wayOfPayment } from '../ways.ts';

type Why = MailData['payment-kept']['why'];

interface Beside {
  why: Why;
  beside: OrdersBeside;
  receipt: KeptReceipt;
  accountId: number;
  isSuspended: boolean;
}

/** Tells of money that is balance, with all orders of its payment. Writes nothing for money that has paid its orders by now. */
export const composePaymentKept: Composer = async (cx, { account_id: accountId, ids }) => {
  const isSuspended = (await suspendedAccounts(cx.db, [accountId])).has(accountId);
  for (const receipt of await receiptsOfEntries(cx.db, ids)) {
    const { entry_id, payment_id: id, method, amount, received_at: receivedAt } = receipt;
    const ordersOfIt = await ordersOfPayment(cx.db, id);
    const money = keptMoneyOf({ ...receipt, receivedAt, orders: ordersOfIt });
    if (!money) continue;
    const [only, ...others] = money.orders;
    const order = only && others.length === 0 ? only.id : null;
    const orderIds = money.orders.map(({ id }) => id);
    const beside = await ordersBeside(cx.db, { accountId, entryId: entry_id, orderIds });
    const balance = await balanceAfter(cx, { accountId, entryId: entry_id, orderIds: [...orderIds, ...beside.paid] });
    const { listed, more } = bounded(others.length === 0 ? [] : money.orders);
    await queueMail(cx, {
      ...{ accountId, template: 'payment-kept', dedupeKey: `payment-kept:${entry_id}` },
      data: {
        ...{ amount: amountOf(cx, amount), kept: amountOf(cx, money.kept), balance, order },
        orders: listed.map(({ id, state }) => ({ order: id, state })),
        ...{ more, why: reasonOf(money), missing: money.missing === null ? null : amountOf(cx, money.missing) },
        ...{ isSuspended, came: await wayOfPayment(cx, { id, method }), paid: await wayOfOther(cx, money, ordersOfIt) },
        pay: money.missing === null ? null : await wayToComplete(cx, receipt),
        ...(await besideOf(cx, { why: reasonOf(money), beside, receipt, accountId, isSuspended })),
        page: pageOf(cx, pageOfOrders(orderIds)),
      },
    });
  }
};

/**
 * Returns the other orders that a mail names, and how to pay what the balance lacks for them. Money that an open order of its payment still
 * needs is not offered to others.
 */
async function besideOf(
  cx: Pick<Cx, 'db' | 'settings'>,
  { why, beside, receipt, accountId, isSuspended }: Beside,
): Promise<Partial<MailData['payment-kept']>> {
  const since = bounded(beside.paid).listed;
  if (why !== 'no-order' && why !== 'order-gone') return { since };
  const debts = beside.open.map(({ id, gross }) => ({ order: id, amount: amountOf(cx, gross) }));
  const missing = isSuspended ? 0n : await missingFor(cx, accountId, beside.open_sum);
  return {
    ...{ since, debts, moreDebts: beside.open_count - debts.length, isReplaced: beside.has_later },
    ...(missing > 0n && { lacks: amountOf(cx, missing), pay: await transferToBalance(cx, receipt) }),
  };
}

/** Returns how the only order of a payment was paid by other money, or `null`. */
async function wayOfOther(cx: Pick<Cx, 'db'>, money: KeptMoney, [order]: readonly ReceiptOrder[]): Promise<WayOfMoney | null> {
  if (!order || reasonOf(money) !== 'order-paid') return null;
  return wayOfPaid(cx, { id: order.id, payment_method: order.method });
}

const REASONS: Readonly<Record<ReceiptOrderState, Why>> = {
  paid: 'too-much',
  'paid-before': 'order-paid',
  gone: 'order-gone',
  waiting: 'not-allowed',
};

function reasonOf({ missing, orders: [only, ...others] }: KeptMoney): Why {
  if (!only) return 'no-order';
  if (missing !== null) return 'too-little';
  return others.length > 0 ? 'several-orders' : REASONS[only.state];
}

function pageOfOrders([only, ...others]: readonly number[]): string {
  if (only === undefined) return '/balance';
  return others.length === 0 ? `/orders/${only}` : '/orders';
}

/** Returns how a second transfer completes the payment. Its reference is that of the payment, because a part matches no pro forma invoice. */
const wayToComplete = async (cx: Pick<Cx, 'db'>, receipt: KeptReceipt): Promise<WayToPay | null> =>
  receipt.is_open ? transferToBalance(cx, receipt) : null;

/** Returns how a transfer adds to the balance, by the reference of an earlier transfer, which may have ended. */
async function transferToBalance({ db }: Pick<Cx, 'db'>, { gateway, reference }: KeptReceipt): Promise<WayToPay | null> {
  if (gateway !== 'bank') return null;
  const account = await findTransferAccount(db);
  if (!account) return null;
  const { holder, iban, bic } = account;
  return { by: 'transfer', holder, iban, bic, reference: formatReference(reference) };
}
