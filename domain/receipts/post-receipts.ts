/**
 * Posts received money. Each receipt of a gateway is posted once, as a deposit.
 *
 * If the money covers an open payment, its orders are paid in the same transaction. All other money stays on the balance, with the reason
 * in its description. Such money may be late, too little, too much, repeated, for a cancelled order, or over a cap. Orders with `auto_pay`
 * are then paid from the balance.
 */
import { deposit } from '@innkeeper/db/ledger';
import { lockSpendable } from '@innkeeper/db/ledger/spending';
import type { Order, Payment } from '@innkeeper/db/schema';
import { updateOrder } from '@innkeeper/db/tables/orders';
import { type LockedPayment, type OrderOfPayment, updatePayment } from '@innkeeper/db/tables/payments';
import { type Cents, formatDecimal } from '@innkeeper/model/money/money';
import { findExceededCap, type MonthlyCap } from '@innkeeper/model/money/spending-cap';
import type { Receipt } from '@innkeeper/model/payments/outcome';
import { formatReference } from '@innkeeper/model/payments/reference';
import { orderLifecycle } from '@innkeeper/model/states/order';
import { isPaymentOpen, paymentLifecycle } from '@innkeeper/model/states/payment';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { addMailsDue } from '../mail/due.ts';
import { cappedAmount, notifyOfExceededCap } from '../spending.ts';
import { settleByPayment } from './settle.ts';

/**
 * Posts new receipts and pays the orders they cover. The caller's transaction has locked `whole`. Throws a `Failure` if an order cannot be
 * settled.
 */
export async function postReceipts(
  cx: MutatingCx,
  whole: LockedPayment,
  receipts: readonly Receipt[],
  { settle }: { settle: boolean },
): Promise<void> {
  const { payment } = whole;
  // Orders that were taken out of an open payment are none of its business any more.
  const locked = isPaymentOpen(payment.state) ? { payment, orders: whole.orders.filter(({ stage }) => stage !== 'over') } : whole;
  const before = await received(cx, payment);
  const fresh = receipts.filter(({ id }) => !before.ids.has(id));
  const total = fresh.reduce((sum, { amount }) => sum + amount, before.total);
  const covered = total >= payment.amount;
  const ordersToPay =
    isPaymentOpen(payment.state) && settle && covered ? locked.orders.filter(isPayable).map(({ order }) => order) : [];
  const { caps, exceeded } = await lockCaps(cx, payment, ordersToPay);
  const payable = exceeded ? [] : ordersToPay;
  const kept = reasonNotApplied(locked, { covered, payable: payable.length, capped: exceeded });
  const entries: number[] = [];
  for (const receipt of fresh) entries.push(await post(cx, locked, receipt, kept));
  // An order may have become cheaper after its payment began.
  const due = kept === undefined ? payable.reduce((sum, { gross }) => sum + gross, 0n) : 0n;
  if (kept !== undefined || total > due)
    await addMailsDue(cx, { kind: 'payment-kept', accountId: payment.account_id, ids: entries });
  if (!covered || !paymentLifecycle.can(payment.state, 'succeed')) return;
  const now = cx.clock.now();
  await updatePayment(cx.db, payment.id, {
    state: paymentLifecycle.next(payment.state, 'succeed'),
    ended_at: now,
    next_look_at: null,
    closing: false,
    failure_code: null,
    reason: kept ?? null,
  });
  let paid = 0n;
  for (const order of payable) {
    await settleByPayment(cx, order, payment);
    if (order.uncapped) await notifyOfExceededCap(cx, { caps }, order, paid);
    paid += order.gross;
  }
  // Only this payment of a saved card may hold its orders. Orders that it does not pay wait for payment again.
  if (isPaymentOpen(payment.state))
    await reopen(
      cx,
      locked.orders.map(({ order }) => order).filter((order) => !payable.includes(order)),
    );
  const details = { orders: payable.map(({ id }) => id), ...(kept !== undefined && { kept }) };
  await audit(cx, 'payment.succeeded', { kind: 'payment', id: payment.id, accountId: payment.account_id }, details);
}

const isPayable = ({ order }: OrderOfPayment): boolean => order.status === 'awaiting_payment' || order.status === 'processing';

/** Returns why all or some of the money stays on the balance, or `undefined` if it pays its orders. */
function reasonNotApplied(
  { payment, orders }: LockedPayment,
  { covered, payable, capped }: { covered: boolean; payable: number; capped: MonthlyCap | undefined },
): string | undefined {
  if (payment.state === 'succeeded') return 'the payment was already complete';
  if (payment.state === 'failed') return 'it arrived after the payment had ended';
  if (!covered) return 'it is less than the amount due';
  if (capped) return `it would exceed the monthly spending cap of ${formatDecimal(capped.cap)}`;
  if (payable === orders.length) return undefined;
  const gone = orders.filter((one) => !isPayable(one)).map(({ order }) => `order ${order.id} is ${order.status}`);
  return gone.length > 0 ? gone.join(', ') : 'its order could not be fulfilled';
}

interface LockedCaps {
  /** Caps of the account. */
  caps: readonly MonthlyCap[];
  /** Cap that paying all these orders would exceed, or `undefined`. */
  exceeded: MonthlyCap | undefined;
}

/** Locks the balance and reads the caps. Other transactions may have spent money after the payment started, and wait from this lock on. */
async function lockCaps(cx: MutatingCx, payment: Payment, orders: readonly Order[]): Promise<LockedCaps> {
  let lockedCaps: LockedCaps = { caps: [], exceeded: undefined };
  for (const tokenId of new Set(orders.map(({ token_id }) => token_id))) {
    const spendable = await lockSpendable(cx.db, { accountId: payment.account_id, tokenId, now: cx.clock.now() });
    const [caps, own] = [
      spendable.caps.filter((cap) => cap.of === 'account'),
      spendable.caps.filter((cap) => cap.of === 'token'),
    ];
    const ordersOfToken = orders.filter(({ token_id }) => token_id === tokenId);
    lockedCaps = {
      caps,
      exceeded:
        lockedCaps.exceeded ?? findExceededCap(caps, cappedAmount(orders)) ?? findExceededCap(own, cappedAmount(ordersOfToken)),
    };
  }
  return lockedCaps;
}

/** Resets the orders that a saved card was charged for to `awaiting_payment`. */
async function reopen(cx: MutatingCx, orders: readonly Order[]): Promise<void> {
  for (const { id, status } of orders)
    if (status === 'processing') await updateOrder(cx.db, id, { status: orderLifecycle.next(status, 'reopen') });
}

async function received({ db }: MutatingCx, payment: Payment): Promise<{ ids: Set<string>; total: Cents }> {
  const rows = await db
    .selectFrom('payment_receipts')
    .select(['receipt', 'amount'])
    .where('payment_id', '=', payment.id)
    .execute();
  return { ids: new Set(rows.map(({ receipt }) => receipt)), total: rows.reduce((sum, { amount }) => sum + amount, 0n) };
}

async function post(
  cx: MutatingCx,
  { payment, orders }: LockedPayment,
  receipt: Receipt,
  kept: string | undefined,
): Promise<number> {
  const now = cx.clock.now();
  const { id, account_id: accountId, gateway, method, reference } = payment;
  const [only] = orders;
  const entryId = await deposit(cx.db, {
    accountId,
    amount: receipt.amount,
    gateway,
    paymentMethod: method,
    description: `Payment ${formatReference(reference)}${kept === undefined ? '' : `, kept as balance: ${kept}`}`,
    ...(only && orders.length === 1 && { orderId: only.order.id }),
    now,
  });
  const row = { gateway, receipt: receipt.id, payment_id: id, amount: receipt.amount, entry_id: entryId, received_at: now };
  await cx.db.insertInto('payment_receipts').values(row).execute();
  if (kept !== undefined)
    await audit(cx, 'payment.kept-as-balance', { kind: 'payment', id, accountId }, { why: kept, receipt: receipt.id });
  return entryId;
}
