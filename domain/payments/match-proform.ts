/**
 * Matches transfers that name the number of a proforma invoice instead of the payment's reference.
 *
 * A transfer is assigned only if it is unambiguous: one unpaid or cancelled order with the same amount. If the order has become cheaper, the
 * amount of the named document counts too. Money for a cancelled order becomes balance. The operator decides on all others, with a hint.
 */
import type { BankStatementLine, Order, Payment } from '@innkeeper/db/schema';
import { findClosing, lockClosing } from '@innkeeper/db/tables/account-closing';
import { lockOrders } from '@innkeeper/db/tables/orders';
import { currentPayments, findLatestTransfer } from '@innkeeper/db/tables/payments';
import { proformNumbers } from '@innkeeper/model/invoices/document';
import { type Cents, formatDecimal } from '@innkeeper/model/money/money';
import { sql } from 'kysely';
import type { MutatingCx } from '../context.ts';
import { beginPayment } from './begin.ts';
import { insertUnrequestedTransfer } from './late-transfer.ts';

export type ProformMatch = { paymentId: number } | { hint: string } | null;

/**
 * Returns the payment of a matching order, or a hint, or `null` if the line does not contain the number of an issued proforma. Starts a
 * payment by transfer for the order if it has none. The payment of a cancelled order has ended.
 */
export async function matchProform(cx: MutatingCx, line: BankStatementLine): Promise<ProformMatch> {
  const numbers = proformNumbers(line.text);
  if (numbers.length === 0) return null;
  const named = await documentsOf(cx, numbers);
  const ids = [...new Set(named.map(({ order_id }) => order_id))];
  const orders = await lockOrders(cx.db, ids);
  const [order] = orders;
  if (!order) return null;
  const { currency } = cx.settings;
  const advice = await adviceFor(cx, orders, line);
  if (orders.length > 1) return { hint: `The credit names pro forma invoices of the orders ${ids.join(', ')}.${advice}` };
  // The order may have become cheaper since. The surplus becomes balance.
  const isPrinted = named.some(({ gross }) => gross === line.amount && gross > order.gross);
  const why = explainMismatch(order, line, { currency, isPrinted });
  if (why !== undefined) return { hint: `The credit names a pro forma invoice of order ${order.id}, ${why}.${advice}` };
  return order.status === 'cancelled' ? endedPaymentOf(cx, order, line) : paymentOf(cx, order);
}

/** Returns the sentence that says what to do with money that does not match. A balance has one currency, and a closed account none. */
async function adviceFor(cx: MutatingCx, orders: readonly Order[], { currency }: BankStatementLine): Promise<string> {
  const [first, ...others] = [...new Set(orders.map(({ account_id }) => account_id))];
  if (first !== undefined && others.length === 0 && (await findClosing(cx.db, first)).closed_at)
    return ` Account ${first} is closed. Send the money back from your bank account.`;
  return currency === cx.settings.currency ? toBalance(orders) : '';
}

/** Returns the sentence that says how the money becomes balance. Orders of several accounts have none. */
function toBalance(orders: readonly Pick<Order, 'account_id'>[]): string {
  const [accountId, ...others] = new Set(orders.map(({ account_id }) => account_id));
  return others.length > 0 ? '' : ` To make it balance, assign it with --account ${accountId}.`;
}

/** Lists the documents with these numbers, and their orders. */
async function documentsOf({ db }: MutatingCx, numbers: readonly number[]): Promise<{ order_id: number; gross: Cents }[]> {
  return db
    .selectFrom('invoices')
    .innerJoin('invoice_orders', 'invoice_orders.invoice_id', 'invoices.id')
    .select(['order_id', 'gross'])
    .where('type', '=', 'proform')
    .where('number', '=', sql<number>`any(${[...numbers]}::int[])`)
    .orderBy('order_id')
    .execute();
}

/** Returns why the line does not match the order, as the end of a sentence, or `undefined` if it does. */
function explainMismatch(
  { status, gross }: Order,
  { amount, currency }: BankStatementLine,
  { currency: ours, isPrinted }: { currency: string; isPrinted: boolean },
): string | undefined {
  if (status !== 'awaiting_payment' && status !== 'cancelled') return `which is ${status.replaceAll('_', ' ')}`;
  if (currency !== ours) return `which is in ${ours}`;
  return gross === amount || isPrinted ? undefined : `which is over ${formatDecimal(gross)}`;
}

async function paymentOf(cx: MutatingCx, order: Order): Promise<{ paymentId: number } | { hint: string }> {
  const current = await currentPayments(cx.db, [order.id]);
  const [payment] = current;
  const isAlone = payment?.gateway === 'bank' && payment.amount === order.gross && payment.order_ids.length === 1;
  if (payment && (current.length > 1 || !isAlone || payment.closing))
    return {
      hint: `The credit names a pro forma invoice of order ${order.id}, which already has the pending payment ${payment.id}.${toBalance([order])}`,
    };
  if (payment && (await isMatched(cx, payment)))
    return {
      hint: `The credit names a pro forma invoice of order ${order.id}, and so does another credit.${toBalance([order])}`,
    };
  if (payment) return { paymentId: payment.id };
  const method = await cx.db
    .selectFrom('payment_methods')
    .select('key')
    .where('driver', '=', 'bank')
    .where('enabled', '=', true)
    .executeTakeFirst();
  if (!method)
    return {
      hint: `The credit names a pro forma invoice of order ${order.id}, but bank transfers are not offered.${toBalance([order])}`,
    };
  const input = { accountId: order.account_id, orders: [order], method: { key: method.key, driver: 'bank' as const } };
  return { paymentId: (await beginPayment(cx, input)).id };
}

/**
 * Returns the latest transfer for a cancelled order alone, or a new one that has ended. A closed account gets a hint, because nobody could use
 * the balance.
 */
async function endedPaymentOf(
  cx: MutatingCx,
  { id: orderId, account_id: accountId }: Order,
  { amount, currency }: BankStatementLine,
): Promise<{ paymentId: number } | { hint: string }> {
  const of = `The credit names a pro forma invoice of order ${orderId}`;
  if ((await lockClosing(cx.db, accountId)).closed_at)
    return { hint: `${of} of account ${accountId}, which is closed. Send the money back from your bank account.` };
  const begun = await findLatestTransfer(cx.db, orderId);
  if (!begun) return { paymentId: await insertUnrequestedTransfer(cx, { accountId, amount, currency, orderId }) };
  if (await isMatched(cx, begun)) return { hint: `${of}, and so does another credit.${toBalance([{ account_id: accountId }])}` };
  return { paymentId: begun.id };
}

/** Returns whether a statement line is already assigned to the payment. */
async function isMatched({ db }: MutatingCx, { id }: Pick<Payment, 'id'>): Promise<boolean> {
  const line = await db.selectFrom('bank_statement_lines').select('id').where('payment_id', '=', id).executeTakeFirst();
  return line !== undefined;
}
