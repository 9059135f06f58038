/**
 * Money that has come: each receipt of a gateway is posted once, as a deposit. When it covers a payment that is still open, its orders are
 * paid by it in the same transaction. All other money (late, too little, too much, twice, for an order that is gone, past a cap) stays on the
 * balance, and its description says why; what waits with `auto_pay` is paid from there.
 */
import { deposit } from '@innkeeper/db/ledger';
import { holdSpendable } from '@innkeeper/db/ledger/spending';
import type { Order, Payment } from '@innkeeper/db/schema';
import { updateOrder } from '@innkeeper/db/tables/orders';
import { type LockedPayment, type OrderOfPayment, updatePayment } from '@innkeeper/db/tables/payments';
import { type Cents, decimal } from '@innkeeper/model/money';
import type { Receipt } from '@innkeeper/model/payments/outcome';
import { grouped } from '@innkeeper/model/payments/reference';
import { crossedBy, type MonthlyCap } from '@innkeeper/model/spending-cap';
import { orderLife } from '@innkeeper/model/states/order';
import { isOpen, paymentLife } from '@innkeeper/model/states/payment';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { cappedAmount, tellOfCrossedCap } from '../orders/spending.ts';
import { settleByPayment } from './settle.ts';

/** `locked` is as the caller's transaction has locked it. Throws a `Failure` when an order can't be settled. */
export async function landMoney(
  cx: MutatingCx,
  locked: LockedPayment,
  receipts: readonly Receipt[],
  { settle }: { settle: boolean },
): Promise<void> {
  const { payment } = locked;
  const before = await received(cx, payment);
  const fresh = receipts.filter(({ id }) => !before.ids.has(id));
  const total = fresh.reduce((sum, { amount }) => sum + amount, before.total);
  const covered = total >= payment.amount;
  const wanted = isOpen(payment.state) && settle && covered ? locked.orders.filter(isPayable).map(({ order }) => order) : [];
  const { caps, capped } = await holdCaps(cx, payment, wanted);
  const payable = capped ? [] : wanted;
  const kept = whyKept(locked, { covered, payable: payable.length, capped });
  for (const receipt of fresh) await post(cx, locked, receipt, kept);
  if (!covered || !paymentLife.can(payment.state, 'succeed')) return;
  const now = cx.clock.now();
  await updatePayment(cx.db, payment.id, {
    state: paymentLife.next(payment.state, 'succeed'),
    ended_at: now,
    next_look_at: null,
    closing: false,
    failure_code: null,
    reason: kept ?? null,
  });
  let paid = 0n;
  for (const order of payable) {
    await settleByPayment(cx, order, payment);
    if (order.uncapped) await tellOfCrossedCap(cx, { caps }, order, paid);
    paid += order.gross;
  }
  // A saved card's orders may be held for this payment alone. What it does not pay waits for money again.
  if (isOpen(payment.state))
    await reopen(
      cx,
      locked.orders.map(({ order }) => order).filter((order) => !payable.includes(order)),
    );
  const told = { orders: payable.map(({ id }) => id), ...(kept !== undefined && { kept }) };
  await audit(cx, 'payment.succeeded', { kind: 'payment', id: payment.id, accountId: payment.account_id }, told);
}

const isPayable = ({ order }: OrderOfPayment): boolean => order.status === 'awaiting_payment' || order.status === 'processing';

/** Why the money stays on the balance, all or some of it; undefined when it pays for what it was meant. */
function whyKept(
  { payment, orders }: LockedPayment,
  { covered, payable, capped }: { covered: boolean; payable: number; capped: MonthlyCap | undefined },
): string | undefined {
  if (payment.state === 'succeeded') return 'the payment was already complete';
  if (payment.state === 'failed') return 'it arrived after the payment had ended';
  if (!covered) return 'it is less than the amount due';
  if (capped) return `it would exceed the monthly spending cap of ${decimal(capped.cap)}`;
  if (payable === orders.length) return undefined;
  const gone = orders.filter((one) => !isPayable(one)).map(({ order }) => `order ${order.id} is ${order.status}`);
  return gone.length > 0 ? gone.join(', ') : 'its order could not be fulfilled';
}

interface HeldCaps {
  /** Of the account. */
  caps: readonly MonthlyCap[];
  /** The one that paying all of these orders would cross. */
  capped: MonthlyCap | undefined;
}

/** Others may have spent since the payment was begun; from here on they wait. */
async function holdCaps(cx: MutatingCx, payment: Payment, orders: readonly Order[]): Promise<HeldCaps> {
  let held: HeldCaps = { caps: [], capped: undefined };
  for (const tokenId of new Set(orders.map(({ token_id }) => token_id))) {
    const all = await holdSpendable(cx.db, { accountId: payment.account_id, tokenId, now: cx.clock.now() });
    const [caps, own] = [all.caps.filter((cap) => cap.of === 'account'), all.caps.filter((cap) => cap.of === 'token')];
    const asked = orders.filter(({ token_id }) => token_id === tokenId);
    held = { caps, capped: held.capped ?? crossedBy(caps, cappedAmount(orders)) ?? crossedBy(own, cappedAmount(asked)) };
  }
  return held;
}

/** Returns the orders that a saved card was charged for to `awaiting_payment`. */
async function reopen(cx: MutatingCx, orders: readonly Order[]): Promise<void> {
  for (const { id, status } of orders)
    if (status === 'processing') await updateOrder(cx.db, id, { status: orderLife.next(status, 'reopen') });
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
): Promise<void> {
  const now = cx.clock.now();
  const { id, account_id: accountId, gateway, method, reference } = payment;
  const [only] = orders;
  const entryId = await deposit(cx.db, {
    accountId,
    amount: receipt.amount,
    gateway,
    paymentMethod: method,
    description: `Payment ${grouped(reference)}${kept === undefined ? '' : `, kept as balance: ${kept}`}`,
    ...(only && orders.length === 1 && { orderId: only.order.id }),
    now,
  });
  const row = { gateway, receipt: receipt.id, payment_id: id, amount: receipt.amount, entry_id: entryId, received_at: now };
  await cx.db.insertInto('payment_receipts').values(row).execute();
  if (kept !== undefined)
    await audit(cx, 'payment.kept-as-balance', { kind: 'payment', id, accountId }, { why: kept, receipt: receipt.id });
}
