/** Ways in which orders are paid, and targets of money, as mails tell them. */
import { balanceOf } from '@innkeeper/db/ledger';
import type { Order, Payment } from '@innkeeper/db/schema';
import { invoicesOfOrder, nameOfMethod, sourceOfPayment } from '@innkeeper/db/tables/mailed-facts';
import { succeededPaymentsOf } from '@innkeeper/db/tables/order-refunds';
import { findTransferAccount, limitsOfMethods } from '@innkeeper/db/tables/payment-methods';
import type { InvoiceDocument } from '@innkeeper/model/invoices/document';
import type { TransferTo, WayOfMoney, WayToPay } from '@innkeeper/model/mail/ways';
import type { Cents } from '@innkeeper/model/money/money';
import { takesAmount } from '@innkeeper/model/payments/offer';
import { formatReference } from '@innkeeper/model/payments/reference';
import type { Cx } from '../context.ts';
import { amountOf } from './composer.ts';

/** Returns how a paid order was paid. */
export async function wayOfPaid(cx: Pick<Cx, 'db'>, order: Pick<Order, 'id' | 'payment_method'>): Promise<WayOfMoney> {
  if (order.payment_method === 'balance') return { by: 'balance' };
  const [payment] = await succeededPaymentsOf(cx.db, order.id);
  return payment ? wayOfPayment(cx, payment) : { by: 'other', name: await nameOfMethod(cx.db, order.payment_method) };
}

/** Returns how a payment came, which is also where its refund goes. `iban`: account of the refund. */
export async function wayOfPayment(
  cx: Pick<Cx, 'db'>,
  payment: Pick<Payment, 'id' | 'method'>,
  iban: string | null = null,
): Promise<WayOfMoney> {
  const source = await sourceOfPayment(cx.db, payment);
  if (source.method === 'card') return { by: 'card', digits: source.last4 };
  if (source.method === 'bank') return { by: 'transfer', iban: masked(iban ?? source.iban) };
  return { by: 'other', name: source.name };
}

/**
 * Returns how a waiting order can be paid, as its pro forma invoice says. Without one that is still true, funds must be added. The invoice may
 * name a transfer although none are offered any more.
 */
export async function wayToPay(cx: Pick<Cx, 'db' | 'settings'>, order: Order): Promise<WayToPay> {
  const proform = await proformOf(cx, order);
  const transfer = accountOf(proform);
  if (transfer && (await findTransferAccount(cx.db))) return transfer;
  const method = proform?.due?.method;
  if (method !== undefined && method !== 'bank' && takesAmount((await limitsOfMethods(cx.db)).get(method), order.gross))
    return { by: 'page', name: await nameOfMethod(cx.db, method) };
  const missing = await missingFor(cx, order.account_id, order.gross);
  return { by: 'balance', missing: amountOf(cx, missing) };
}

/**
 * Returns the account for a transfer that pays a waiting order, or `undefined` without one. The number of a pro forma invoice is a reference
 * also if the invoice names another way.
 */
export async function transferFor(cx: Pick<Cx, 'db'>, order: Pick<Order, 'id'>): Promise<TransferTo | undefined> {
  const proform = await proformOf(cx, order);
  const account = await findTransferAccount(cx.db);
  if (!proform || !account) return undefined;
  const { holder, iban, bic } = account;
  return accountOf(proform) ?? { by: 'transfer', holder, iban, bic, reference: proform.number };
}

/** Returns the latest pro forma invoice of an order. */
const proformOf = async ({ db }: Pick<Cx, 'db'>, { id }: Pick<Order, 'id'>): Promise<InvoiceDocument | undefined> =>
  (await invoicesOfOrder(db, id, 'proform')).at(-1)?.document;

/** Returns the account that a pro forma invoice asks to pay to. */
function accountOf(proform: InvoiceDocument | undefined): TransferTo | undefined {
  const due = proform?.due;
  if (due?.method !== 'bank' || !due.bank) return undefined;
  const { holder, iban, bic } = due.bank;
  return { by: 'transfer', holder, iban, bic, reference: groupedReference(due.reference) };
}

/** Groups a creditor reference. The number of a pro forma invoice stays as the invoice prints it. */
const groupedReference = (reference: string): string => (reference.startsWith('RF') ? formatReference(reference) : reference);

/** Returns how much the balance and the credit limit lack for an amount, in cents. */
export async function missingFor({ db }: Pick<Cx, 'db'>, accountId: number, amount: Cents): Promise<Cents> {
  const { balance, creditLimit } = await balanceOf(db, accountId);
  const spendable = balance + creditLimit;
  return amount > spendable ? amount - spendable : 0n;
}

/** Returns an IBAN with its country and last digits only, because mail is not encrypted on its way. */
export const masked = (iban: string | null): string | null => {
  const compact = iban?.replaceAll(' ', '') ?? '';
  return compact.length < 8 ? null : `${compact.slice(0, 4)} … ${compact.slice(-4)}`;
};
