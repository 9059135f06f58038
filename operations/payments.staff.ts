/** Selects payments with their received and refunded amounts. */

import { balanceOf } from '@innkeeper/db/ledger';
import type { Database, Payment } from '@innkeeper/db/schema';
import { lockPayment } from '@innkeeper/db/tables/payments';
import { withSavepoint } from '@innkeeper/db/transaction';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { audit } from '@innkeeper/domain/audit';
import { amountBeyondRequest } from '@innkeeper/domain/payments/beyond-request';
import { settleDispute as settle } from '@innkeeper/domain/payments/dispute';
import { refuseClosed } from '@innkeeper/domain/payments/late-transfer';
import { auditOfPayee, findFailedRefund } from '@innkeeper/domain/payments/payee';
import { refundPayment as refund, validateRefund } from '@innkeeper/domain/payments/refund';
import { applyInTransaction, applyOrKeepAsBalance } from '@innkeeper/domain/receipts/apply';
import { manualReceiptId } from '@innkeeper/domain/receipts/post-bank-transfer';
import { listPage } from '@innkeeper/domain/staff/list-page';
import { Failure } from '@innkeeper/model/failures';
import { type Cents, formatDecimal, parseDecimal } from '@innkeeper/model/money/money';
import { warnOfFailedRefund } from '@innkeeper/model/payments/refund-warnings';
import { isPaymentOpen } from '@innkeeper/model/states/payment';
import { type Kysely, sql } from 'kysely';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

/** Lists payments, newest first. Throws `not_found` for an unknown account. */
export async function listPayments(cx: StaffCx, input: StaffInput<'listPayments'>): Promise<StaffReply<'listPayments'>> {
  let query = paymentsQuery(cx.db).orderBy('p.id', 'desc');
  if (input.account !== undefined) query = query.where('p.account_id', '=', await accountIdOf(cx.db, input.account));
  if (input.state !== undefined) query = query.where('p.state', '=', input.state);
  return listPage(query, input, paymentView);
}

export function showPayment(cx: StaffCx, { payment }: StaffInput<'showPayment'>): Promise<StaffReply<'showPayment'>> {
  return loadPayment(cx.db, payment);
}

/**
 * Locks the payment and validates a confirmation. `above` is the part of `amount` that exceeds the requested payment. Throws `not_found`,
 * and `wrong_state`, also without an amount if the order has become cheaper, and for a closed account.
 */
export async function validateConfirmation(
  cx: StaffCx,
  input: StaffInput<'confirmPayment'>,
): Promise<{ payment: Payment; amount: Cents; above: Cents }> {
  const locked = await lockPayment(cx.db, input.payment);
  if (!locked) throw new Failure('not_found', { message: `Payment ${input.payment} does not exist.` });
  const { payment } = locked;
  const known = await loadPayment(cx.db, payment.id);
  if (payment.state === 'succeeded' || known.receipts.some(({ receipt }) => receipt === manualReceiptId(payment.id)))
    throw new Failure('wrong_state', { message: `The money of payment ${payment.id} has already arrived.` });
  if (input.amount === undefined && (await isLowered(cx.db, payment)))
    throw new Failure('wrong_state', { message: 'The payment asks for less than its documents. Give the amount that arrived.' });
  const amount = input.amount === undefined ? payment.amount : parseDecimal(input.amount);
  if (amount <= 0n) throw new Failure('wrong_state', { message: 'No money has arrived for this payment.' });
  await refuseClosed(cx, payment.account_id, payment.gateway);
  return { payment, amount, above: await amountBeyondRequest(cx, payment, amount) };
}

/** Returns whether documents of the orders of a transfer ask for more than the transfer. Their amount may have arrived. */
async function isLowered(db: Kysely<Database>, { id, kind, amount }: Payment): Promise<boolean> {
  if (kind !== 'transfer') return false;
  const { rows } = await sql<{ printed: Cents }>`
    select coalesce(sum(coalesce(d.gross, o.gross)), 0)::bigint as printed
    from payment_orders p join orders o on o.id = p.order_id
    left join lateral (
      select max(i.gross) as gross from invoice_orders v join invoices i on i.id = v.invoice_id
      where v.order_id = o.id and i.type = 'proform') as d on true
    where p.payment_id = ${id}`.execute(db);
  return (rows[0]?.printed ?? 0n) > amount;
}

/**
 * Confirms by hand that the money of a payment has arrived. A statement line for the same money that is imported later is not posted again.
 */
export async function confirmPayment(cx: StaffCx, input: StaffInput<'confirmPayment'>): Promise<StaffReply<'confirmPayment'>> {
  const { payment, amount, above } = await validateConfirmation(cx, input);
  const receipts = [{ id: manualReceiptId(payment.id), amount }];
  await applyOrKeepAsBalance(cx, payment.id, { state: 'succeeded', receipts, card: null });
  const resource = { kind: 'payment', id: payment.id, accountId: payment.account_id };
  await audit(cx, 'confirmPayment', resource, {
    amount: formatDecimal(amount),
    ...(above > 0n && { above: formatDecimal(above) }),
  });
  return loadPayment(cx.db, payment.id);
}

/** Ends an open payment as failed. Throws `not_found`, and `wrong_state` for a payment that has ended. */
export async function failPayment(cx: StaffCx, input: StaffInput<'failPayment'>): Promise<StaffReply<'failPayment'>> {
  const locked = await lockPayment(cx.db, input.payment);
  if (!locked) throw new Failure('not_found', { message: `Payment ${input.payment} does not exist.` });
  const { id, state, account_id: accountId } = locked.payment;
  if (!isPaymentOpen(state)) throw new Failure('wrong_state', { message: `Payment ${id} has already ${state}.` });
  await applyInTransaction(cx, id, {
    state: 'failed',
    code: 'by_hand',
    reason: 'Our staff ended this payment.',
    hardDecline: false,
  });
  await audit(cx, 'failPayment', { kind: 'payment', id, accountId });
  return loadPayment(cx.db, id);
}

/** Locks the payment and returns the amount of a refund. Throws the errors of `refundPayment`, but `insufficient_funds`. */
export function validatePaymentRefund(
  cx: StaffCx,
  { payment, amount, payee, iban }: StaffInput<'refundPayment'>,
): Promise<{ payment: Payment; amount: Cents; isRedirected: boolean }> {
  return validateRefund(cx, payment, amount === undefined ? undefined : parseDecimal(amount), { payee, iban });
}

/**
 * Starts a refund of the amount, by default of all that is left. Throws `not_found`, `wrong_state` for more than is left,
 * `insufficient_funds`, and `validation` for a payee that staff may not name.
 */
export async function refundPayment(
  cx: StaffCx,
  { payment, amount, payee, iban }: StaffInput<'refundPayment'>,
): Promise<StaffReply<'refundPayment'>> {
  const named = { payee, iban };
  const wanted = amount === undefined ? undefined : parseDecimal(amount);
  // The refusal reads the balance, so it must leave the transaction usable.
  const made = await withSavepoint(cx.db, () => refund(cx, payment, wanted, named)).catch((error) =>
    nameWays(cx, payment, error),
  );
  const refunded = await loadPayment(cx.db, payment);
  const resource = { kind: 'payment', id: payment, accountId: refunded.account_id };
  await audit(cx, 'refundPayment', resource, { refund: made.id, amount: formatDecimal(made.amount), ...auditOfPayee(named) });
  const failed = await findFailedRefund(cx, { id: payment, gateway: refunded.gateway, amount: made.amount }, named);
  return { ...refunded, warning: warnOfFailedRefund(failed, made.id) };
}

/** Throws the error, and names the commands that work if the balance is too low. */
async function nameWays({ db }: StaffCx, paymentId: number, error: unknown): Promise<never> {
  if (!(error instanceof Failure) || error.code !== 'insufficient_funds') throw error;
  const { account_id: accountId, created_at } = await loadPayment(db, paymentId);
  const { balance } = await balanceOf(db, accountId);
  const orders = await refundableOrdersOf(db, { id: paymentId, accountId, createdAt: created_at });
  const commands = (isToPayer: boolean) =>
    orders
      .filter((order) => order.is_to_payer === isToPayer)
      .map(({ id }) => `./innkeeper order refund ${id} --to ${isToPayer ? 'payer' : 'balance'}`)
      .join(', ');
  const [toPayer, toBalance] = [commands(true), commands(false)];
  const message = [
    `The balance of ${formatDecimal(balance)} does not cover this refund.`,
    ...(balance > 0n ? [`Refund it with --amount ${formatDecimal(balance)}.`] : []),
    ...(toPayer === '' ? [] : [`Orders paid by this payment: ${toPayer}.`]),
    ...(toBalance === '' ? [] : [`Orders paid from the balance: first ${toBalance}, then repeat this command.`]),
  ].join(' ');
  throw new Failure('insufficient_funds', { message, cause: error });
}

/** Returns the newest orders that the payment has paid, and those that the balance has paid since, at most 3 of each. */
async function refundableOrdersOf(
  db: Kysely<Database>,
  { id, accountId, createdAt }: { id: number; accountId: number; createdAt: Date },
): Promise<{ id: number; is_to_payer: boolean }[]> {
  const { rows } = await sql<{ id: number; is_to_payer: boolean }>`
    with refundable as (
      select o.id, o.from_balance = 0 as is_to_payer from orders o
      where o.account_id = ${accountId} and o.type <> 'deposit' and o.paid_at >= ${createdAt}
        and (o.from_balance > 0 or exists (select from payment_orders p where p.payment_id = ${id} and p.order_id = o.id))
        and exists (select from order_lines l where l.order_id = o.id and l.refunded_net < l.net))
    select id, is_to_payer from (
      select *, row_number() over (partition by is_to_payer order by id desc) as place from refundable) as r
    where place <= 3 order by id desc`.execute(db);
  return rows;
}

/** Settles a lost dispute. Throws `not_found`, and `wrong_state` for a dispute that is not lost. */
export async function settleDispute(cx: StaffCx, input: StaffInput<'settleDispute'>): Promise<StaffReply<'settleDispute'>> {
  const dispute = await cx.db.selectFrom('disputes').selectAll().where('id', '=', input.dispute).forUpdate().executeTakeFirst();
  if (!dispute) throw new Failure('not_found', { message: `Dispute ${input.dispute} does not exist.` });
  if (dispute.state !== 'lost')
    throw new Failure('wrong_state', {
      message: `Dispute ${dispute.id} is ${dispute.state}. Only a lost dispute can be settled.`,
    });
  await settle(cx, dispute);
  await audit(
    cx,
    'settleDispute',
    { kind: 'payment', id: dispute.payment_id, accountId: dispute.account_id },
    { dispute: dispute.id },
  );
  return loadPayment(cx.db, dispute.payment_id);
}

function paymentsQuery(db: Kysely<Database>) {
  return db
    .selectFrom('payments as p')
    .selectAll('p')
    .select([
      sql<bigint>`(select coalesce(sum(amount), 0)::bigint from payment_receipts r where r.payment_id = p.id)`.as('received'),
      sql<bigint>`(select coalesce(sum(amount), 0)::bigint from payment_refunds r where r.payment_id = p.id and r.state <> 'failed')`.as(
        'refunded',
      ),
      sql<number[]>`array(select order_id from payment_orders o where o.payment_id = p.id order by order_id)`.as('order_ids'),
    ]);
}

function paymentView(row: Payment & { received: bigint; refunded: bigint; order_ids: number[] }) {
  const { id, account_id, gateway, kind, state, reference, order_ids, reason, created_at } = row;
  const money = {
    amount: formatDecimal(row.amount),
    received: formatDecimal(row.received),
    refunded: formatDecimal(row.refunded),
  };
  return { id, account_id, gateway, kind, state, ...money, reference, order_ids, reason, created_at };
}

/** Returns a payment with its receipts, refunds and disputes. Throws `not_found`. */
async function loadPayment(db: Kysely<Database>, id: number) {
  const row = await paymentsQuery(db).where('p.id', '=', id).executeTakeFirst();
  if (!row) throw new Failure('not_found', { message: `Payment ${id} does not exist.` });
  const { gateway_id, failure_code, next_look_at, ended_at } = row;
  const receipts = await db
    .selectFrom('payment_receipts')
    .select(['receipt', 'amount', 'received_at'])
    .where('payment_id', '=', id)
    .orderBy('received_at')
    .orderBy('receipt')
    .execute();
  const refunds = await db
    .selectFrom('payment_refunds')
    .select(['id', 'amount', 'state', 'reason', 'created_at'])
    .where('payment_id', '=', id)
    .orderBy('id')
    .execute();
  const disputes = await db
    .selectFrom('disputes')
    .select(['id', 'amount', 'written_off', 'state', 'opened_at'])
    .where('payment_id', '=', id)
    .orderBy('id')
    .execute();
  return {
    ...paymentView(row),
    gateway_id,
    failure_code,
    next_look_at,
    ended_at,
    receipts: receipts.map((one) => ({ ...one, amount: formatDecimal(one.amount) })),
    refunds: refunds.map((one) => ({ ...one, amount: formatDecimal(one.amount) })),
    disputes: disputes.map((one) => ({ ...one, amount: formatDecimal(one.amount), written_off: formatDecimal(one.written_off) })),
  };
}
