/**
 * Refunds lines of a paid order on behalf of staff (docs/decisions/payments.md).
 *
 * The order stays paid and its services stay as they are. The money goes to the balance, or from there on to the payer.
 */
import type { Order, OrderLine, Payment } from '@innkeeper/db/schema';
import { lockClosing } from '@innkeeper/db/tables/account-closing';
import { insertOrderRefund, keptServices, succeededPaymentsOf, writtenOffPayments } from '@innkeeper/db/tables/order-refunds';
import { linesOf, lockOrders } from '@innkeeper/db/tables/orders';
import { lockPayment } from '@innkeeper/db/tables/payments';
import { Failure, invalid } from '@innkeeper/model/failures';
import { type Cents, formatDecimal } from '@innkeeper/model/money/money';
import type { KeptService } from '@innkeeper/model/payments/refund-warnings';
import { type RefundPart, vatOfPart } from '@innkeeper/model/pricing/refund';
import type { MutatingCx } from '../context.ts';
import { reclaimWriteOff } from '../payments/dispute.ts';
import type { NamedPayee } from '../payments/payee.ts';
import { refundPayment } from '../payments/refund.ts';
import { refundToBalance } from '../services/refund.ts';
import { countAsDiscount, lockServicesOfLines, refuseUnrefundable } from './refunded-services.ts';

export interface OrderRefundRequest {
  orderId: number;
  /** Line and net amount, by default all that is left of the line. Without lines, all that is left of the order. */
  lines: readonly { id: number; net?: Cents | undefined }[] | undefined;
  toPayer: boolean;
}

export interface OrderRefundPlan {
  order: Order;
  parts: RefundPart[];
  /** Payment that gets the money back, or `null` for the balance. */
  payment: Payment | null;
  net: Cents;
  vat: Cents;
  gross: Cents;
  /** Services that go on although a line of them is now refunded in full. */
  kept: KeptService[];
}

/**
 * Locks the order with its services and payments, and returns the parts of the refund. Throws `not_found`, `validation` for a line of
 * another order, `locked`, and `wrong_state` if the order was not paid by a payment or less is left.
 */
export async function planOrderRefund(cx: MutatingCx, { orderId, lines, toPayer }: OrderRefundRequest): Promise<OrderRefundPlan> {
  const found = await linesOf(cx.db, [orderId]);
  const chosen = lines ? found.filter(({ id }) => lines.some((one) => one.id === id)) : found.filter(hasMoneyLeft);
  const services = await lockServicesOfLines(cx, chosen);
  const payments = await succeededPaymentsOf(cx.db, orderId);
  const order = await lockPaidOrder(cx, orderId, payments);
  const payment = toPayer ? payerOf(order, payments) : null;
  if (payment) await lockPayment(cx.db, payment.id);
  await refuseUnrefundable(cx, chosen, services);
  // Another refund may have been faster.
  const current = await linesOf(cx.db, [orderId]);
  const requested = lines ?? current.filter(hasMoneyLeft).map(({ id }) => ({ id }));
  const parts = requested.map((one) => partOf(order, current, one));
  if (parts.length === 0) throw new Failure('wrong_state', { message: `Nothing is left of order ${orderId}.` });
  const sum = (of: 'net' | 'vat') => parts.reduce((total, part) => total + part[of], 0n);
  const [net, vat] = [sum('net'), sum('vat')];
  const complete = parts.filter((part) =>
    current.some(({ id, net, refunded_net }) => id === part.line_id && net === refunded_net + part.net),
  );
  const kept = await keptServices(
    cx.db,
    complete.map(({ line_id }) => line_id),
    cx.clock.now(),
  );
  return { order, parts, payment, net, vat, gross: net + vat, kept };
}

export interface OrderRefund {
  id: number;
  /** Refund of the payment, or `null`. */
  paymentRefund: number | null;
}

/**
 * Refunds as planned. Throws `wrong_state` if the payment has less left, and `insufficient_funds`.
 *
 * `named` is the payee of a transfer whose bank statement has no account, or one to which a refund has failed. If the payer's bank took money
 * back that the balance did not cover, that part is reclaimed first. Otherwise the payer would get it twice.
 */
export async function refundByStaff(
  cx: MutatingCx,
  plan: OrderRefundPlan,
  { reason, named }: { reason: string; named: NamedPayee },
): Promise<OrderRefund> {
  const { order, parts, payment, gross } = plan;
  const disputed = payment ? [] : await writtenOffPayments(cx.db, order.account_id, order.id);
  for (const { id } of disputed) await lockPayment(cx.db, id);
  const posted = [];
  for (const part of parts) {
    await countAsDiscount(cx, part);
    posted.push(...(await refundToBalance(cx, order.account_id, [part], reason)));
  }
  let left = gross;
  for (const one of disputed) left -= await reclaimWriteOff(cx, one, left);
  const refund = payment && (await refundPayment(cx, payment.id, gross, named));
  const id = await insertOrderRefund(cx.db, {
    order_id: order.id,
    to_payer: refund !== null,
    reason,
    payment_refund_id: refund?.id ?? null,
    made_by: cx.actor.kind === 'staff' ? cx.actor.id : null,
    created_at: cx.clock.now(),
    lines: posted,
  });
  return { id, paymentRefund: refund?.id ?? null };
}

const hasMoneyLeft = ({ net, refunded_net }: OrderLine): boolean => refunded_net < net;

/** Locks the order, and the other orders of its payments in the order of their ids, as transactions that lock payments do. */
async function lockPaidOrder(cx: MutatingCx, orderId: number, payments: readonly Payment[]): Promise<Order> {
  const linked = await cx.db
    .selectFrom('payment_orders')
    .select('order_id')
    .where('payment_id', 'in', [0, ...payments.map(({ id }) => id)])
    .execute();
  const orders = await lockOrders(cx.db, [orderId, ...linked.map(({ order_id }) => order_id)]);
  const order = orders.find(({ id }) => id === orderId);
  if (!order) throw new Failure('not_found', { message: `Order ${orderId} does not exist.` });
  const { closed_at } = await lockClosing(cx.db, order.account_id);
  if (closed_at) throw closedRefusal(order, payments);
  if (order.type === 'deposit')
    throw new Failure('wrong_state', {
      message: `Order ${orderId} is a deposit. Refund its payment instead: ./innkeeper payment refund.`,
    });
  if (!order.paid_at) throw new Failure('wrong_state', { message: `Order ${orderId} is not paid.` });
  return order;
}

/** Returns the refusal for a closed account, whose data a credit note would need, with the way that gives the money back without one. */
function closedRefusal({ id, account_id: account }: Order, [payment]: readonly Payment[]): Failure {
  const paid = payment ? `${payment.id}` : `ID, for a payment of ./innkeeper payment list --account ${account}`;
  return new Failure('wrong_state', {
    message: `Account ${account} is closed, so order ${id} gets no credit note. To send its money back, credit the amount with ./innkeeper account fund ${account}, and refund it at once with ./innkeeper payment refund ${paid}.`,
  });
}

function payerOf({ id, from_balance }: Order, [payment]: readonly Payment[]): Payment {
  if (payment && from_balance === 0n) return payment;
  throw new Failure('wrong_state', {
    message: `Order ${id} was paid from the balance. Refund it with --to balance, and the payment that filled the balance with ./innkeeper payment refund.`,
  });
}

function partOf(
  order: Order,
  lines: readonly OrderLine[],
  { id, net: wanted }: { id: number; net?: Cents | undefined },
): RefundPart {
  const line = lines.find((one) => one.id === id);
  if (!line) throw invalid('lines', `Line ${id} does not belong to order ${order.id}.`);
  const left = line.net - line.refunded_net;
  const net = wanted ?? left;
  if (net > left || net === 0n)
    throw new Failure('wrong_state', { message: `At most ${formatDecimal(left)} without VAT is left of line ${id}.` });
  return { order_id: order.id, line_id: id, net, vat: min(vatOfPart(line, net), line.vat - line.refunded_vat) };
}

const min = (one: Cents, other: Cents): Cents => (one < other ? one : other);
