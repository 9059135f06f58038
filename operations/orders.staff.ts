import { covers } from '@innkeeper/db/ledger';
import { refundsOf } from '@innkeeper/db/ledger/refunds';
import { lockSpendable } from '@innkeeper/db/ledger/spending';
import type { Database } from '@innkeeper/db/schema';
import { ownerEmail } from '@innkeeper/db/tables/accounts';
import { linesOf, lockOrder } from '@innkeeper/db/tables/orders';
import { withSavepoint } from '@innkeeper/db/transaction';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { audit } from '@innkeeper/domain/audit';
import { buyerOf } from '@innkeeper/domain/orders/buyer';
import { fulfil } from '@innkeeper/domain/orders/fulfil';
import { payOrder, writeOrder } from '@innkeeper/domain/orders/place';
import { type OrderRefundPlan, planOrderRefund, refundByStaff } from '@innkeeper/domain/orders/refund-by-staff';
import { auditOfPayee, findFailedRefund, validatePayee } from '@innkeeper/domain/payments/payee';
import { validateRefund } from '@innkeeper/domain/payments/refund';
import { notifyOfExceededCap, spenderOf } from '@innkeeper/domain/spending';
import { Failure } from '@innkeeper/model/failures';
import { invoiceNumber } from '@innkeeper/model/invoices/document';
import { formatDecimal, parseDecimal } from '@innkeeper/model/money/money';
import { warnOfFailedRefund, warnOfKeptServices } from '@innkeeper/model/payments/refund-warnings';
import { fixedStep } from '@innkeeper/model/pricing/explanation';
import { priceLine } from '@innkeeper/model/pricing/line';
import { sumLines } from '@innkeeper/model/pricing/order';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

/**
 * Places an order of custom lines, with the VAT of the account. It reserves nothing, so neither the limit of unpaid orders nor a spending
 * cap applies.
 */
export async function addOrder(cx: StaffCx, input: StaffInput<'addOrder'>): Promise<StaffReply<'addOrder'>> {
  const buyer = await buyerOf(cx, await accountIdOf(cx.db, input.account));
  const lines = input.lines.map((text) => {
    const [label = '', amount = ''] = text.split('=');
    const price = priceLine({ steps: [fixedStep(parseDecimal(amount))], tax: buyer.tax });
    return { label: label.trim(), service_type: null, service_id: null, billing_cycle: 0, ...price };
  });
  const spendable = await lockSpendable(cx.db, spenderOf(cx, buyer.accountId));
  const paid = input.auto_pay && covers(spendable, sumLines(lines).gross);
  const request = { buyer, type: 'custom' as const, lines, autoPay: input.auto_pay };
  const placed = await writeOrder(cx, request, paid ? { paid } : { paid, dueMs: cx.settings.orderDueMs });
  await payOrder(cx, placed, () => fulfil(cx, { id: placed.orderId, type: 'custom' }, placed.lines));
  const resource = { kind: 'order', id: placed.orderId, accountId: buyer.accountId };
  await audit(cx, 'addOrder', resource, { net: formatDecimal(placed.net), lines: input.lines.length });
  const order = await lockOrder(cx.db, placed.orderId);
  if (!order) throw new Failure('internal', { internal: 'an order that was just made is gone' });
  if (paid) await notifyOfExceededCap(cx, spendable, order);
  const { id, account_id, status, net, vat, gross, due_at } = order;
  return { id, account_id, status, net: formatDecimal(net), vat: formatDecimal(vat), gross: formatDecimal(gross), due_at };
}

/**
 * Locks the order and returns the parts of the refund. Throws the errors of `planOrderRefund`. Throws those of `validateRefund` for the
 * payment that gets the money back, and `validation` for a payee without such a payment.
 */
export async function planRefund(
  cx: StaffCx,
  input: StaffInput<'refundOrder'>,
): Promise<OrderRefundPlan & { isRedirected: boolean }> {
  const lines = input.lines?.map((text) => {
    const [id, amount] = text.split('=');
    return { id: Number(id), net: amount === undefined ? undefined : parseDecimal(amount) };
  });
  const plan = await planOrderRefund(cx, { orderId: input.order, lines, toPayer: input.to === 'payer' });
  if (plan.payment) return { ...plan, isRedirected: (await validateRefund(cx, plan.payment.id, plan.gross, input)).isRedirected };
  return { ...plan, isRedirected: await validatePayee(cx, null, input) };
}

/**
 * Refunds lines of an order, and writes their credit note. A dry run checks and computes everything, and changes nothing. Throws the errors
 * of `planRefund`, and `insufficient_funds`.
 */
export async function refundOrder(cx: StaffCx, input: StaffInput<'refundOrder'>): Promise<StaffReply<'refundOrder'>> {
  const { order, to, reason, payee, iban } = input;
  const named = { payee, iban };
  const plan = await planRefund(cx, input);
  const money = { ...amountsOf(plan), to };
  const failed = await findFailedRefund(cx, plan.payment && { ...plan.payment, amount: plan.gross }, named);
  const warningOf = (paymentRefund: number | null) =>
    [warnOfKeptServices(plan.kept), warnOfFailedRefund(failed, paymentRefund)].filter((text) => text !== null).join(' ') || null;
  if (input.dry_run) {
    await tryOut(cx, () => refundByStaff(cx, plan, { reason, named }));
    return {
      ...(await showOrder(cx, { order })),
      refund: { id: null, ...money, payment_refund: null },
      warning: warningOf(null),
    };
  }
  const { id, paymentRefund } = await refundByStaff(cx, plan, { reason, named });
  const resource = { kind: 'order', id: order, accountId: plan.order.account_id };
  await audit(cx, 'refundOrder', resource, { refund: id, amount: money.gross, to, reason, ...auditOfPayee(named) });
  return {
    ...(await showOrder(cx, { order })),
    refund: { id, ...money, payment_refund: paymentRefund },
    warning: warningOf(paymentRefund),
  };
}

/** Runs `act` and rolls its changes back. Throws its errors. */
async function tryOut(cx: StaffCx, act: () => Promise<unknown>): Promise<void> {
  try {
    await withSavepoint(cx.db, async () => {
      await act();
      throw ROLL_BACK;
    });
  } catch (error) {
    if (error !== ROLL_BACK) throw error;
  }
}

const ROLL_BACK = new Error('rolled back on purpose');

/** Returns an order with its lines, payments, invoices, and refunds by staff. Throws `not_found`. */
export async function showOrder({ db }: StaffCx, { order }: StaffInput<'showOrder'>): Promise<StaffReply<'showOrder'>> {
  const row = await db
    .selectFrom('orders as o')
    .select(['o.id', 'o.account_id as account', 'o.type', 'o.status', 'o.net', 'o.vat', 'o.gross', 'o.payment_method as method'])
    .select(['o.status_reason', 'o.created_at', 'o.due_at', 'o.paid_at'])
    .select(ownerEmail('o.account_id').as('email'))
    .where('o.id', '=', order)
    .executeTakeFirst();
  if (!row) throw new Failure('not_found', { message: `Order ${order} does not exist.` });
  const refunded = (await refundsOf(db, [order])).get(order)?.gross ?? 0n;
  return {
    ...row,
    ...amountsOf(row),
    refunded: formatDecimal(refunded),
    lines: (await linesOf(db, [order])).map(({ id, label, sublabel, service_id: service, period_from, period_to, ...line }) => ({
      ...{ id, label, sublabel, service },
      period: period_from && period_to && { from: period_from, to: period_to },
      ...amountsOf(line),
      refunded_net: formatDecimal(line.refunded_net),
      refunded_vat: formatDecimal(line.refunded_vat),
    })),
    payments: await paymentsOf(db, order),
    invoices: await invoicesOf(db, order),
    refunds: await staffRefundsOf(db, order),
  };
}

const amountsOf = ({ net, vat, gross }: { net: bigint; vat: bigint; gross: bigint }) => ({
  net: formatDecimal(net),
  vat: formatDecimal(vat),
  gross: formatDecimal(gross),
});

async function paymentsOf(db: Kysely<Database>, orderId: number) {
  const rows = await db
    .selectFrom('payment_orders as o')
    .innerJoin('payments as p', 'p.id', 'o.payment_id')
    .select(['p.id', 'p.gateway', 'p.state', 'p.amount', 'p.reference'])
    .where('o.order_id', '=', orderId)
    .orderBy('p.id')
    .execute();
  return rows.map((row) => ({ ...row, amount: formatDecimal(row.amount) }));
}

async function invoicesOf(db: Kysely<Database>, orderId: number) {
  const rows = await db
    .selectFrom('invoice_orders as o')
    .innerJoin('invoices as i', 'i.id', 'o.invoice_id')
    .select(['i.type', 'i.number', 'i.gross'])
    .where('o.order_id', '=', orderId)
    .orderBy('i.id')
    .execute();
  return rows.map(({ type, number, gross }) => ({ number: invoiceNumber(type, number), type, gross: formatDecimal(gross) }));
}

/** Returns the refunds that staff made, oldest first. */
async function staffRefundsOf(db: Kysely<Database>, orderId: number) {
  const { rows } = await sql<StaffRefund>`
    select r.id, r.to_payer, r.reason, r.payment_refund_id, p.state, r.created_at, sum(l.net)::bigint as net, sum(l.vat)::bigint as vat
    from order_refunds r join order_refund_lines l on l.refund_id = r.id left join payment_refunds p on p.id = r.payment_refund_id
    where r.order_id = ${orderId} group by r.id, p.id order by r.id`.execute(db);
  return rows.map(({ id, to_payer, reason, payment_refund_id: payment_refund, state, created_at, net, vat }) => ({
    ...{ id, ...amountsOf({ net, vat, gross: net + vat }), payment_refund, state, reason, created_at },
    to: to_payer ? ('payer' as const) : ('balance' as const),
  }));
}

interface StaffRefund {
  id: number;
  to_payer: boolean;
  reason: string;
  payment_refund_id: number | null;
  state: Selectable<Database['payment_refunds']>['state'] | null;
  created_at: Date;
  net: bigint;
  vat: bigint;
}
