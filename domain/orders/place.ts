/**
 * Places orders. Everything that costs money is an order.
 *
 * An order is paid in the same transaction if the balance covers it and may be used. Otherwise it waits and keeps its reservations until it
 * is due. Accounts that never paid have a shorter due time and a lower limit.
 */

import { covers, pay } from '@innkeeper/db/ledger';
import { lockSpendable, readSpendable, type SpendableBalance } from '@innkeeper/db/ledger/spending';
import type { OrderLine } from '@innkeeper/db/schema';
import type { OrderIds } from '@innkeeper/db/tables/ids';
import { insertOrderWithLines, type NewOrder, type NewOrderLine, serviceLines } from '@innkeeper/db/tables/orders';
import { together } from '@innkeeper/db/transaction';
import { Failure } from '@innkeeper/model/failures';
import type { Cents } from '@innkeeper/model/money/money';
import type { Unpaid } from '@innkeeper/model/money/unpaid';
import { type LineAmount, sumLines } from '@innkeeper/model/pricing/order';
import { orderLifecycle } from '@innkeeper/model/states/order';
import { isCustomer } from '../actor.ts';
import type { MutatingCx } from '../context.ts';
import type { UsablePromo } from '../promos/require.ts';
import { reservePromoUse } from '../promos/reserve.ts';
import { orderPeriods } from '../services/periods.ts';
import { originOf, refuseOverCap, spenderOf } from '../spending.ts';
import type { Buyer } from './buyer.ts';
import { fulfil, type OrderType } from './fulfil.ts';
import { limitUnpaid } from './limit-unpaid.ts';

/** Payment of an order: now from the balance, or later within `dueMs` milliseconds. */
export type PaymentDecision = { paid: true } | { paid: false; dueMs: number };

/**
 * Decides how an order is paid, before anything is written. `reserves` is the capacity and amount that the order holds until its payment.
 *
 * Locks the balance, so other orders of the account wait and the decision holds until the end of the transaction. Throws
 * `payment_disputed`, `unpaid_limit`, and `spending_cap` if the balance is to pay now. Other orders are checked against caps when they are
 * paid.
 */
export async function decidePayment(
  cx: MutatingCx,
  { accountId }: Pick<Buyer, 'accountId'>,
  reserves: Unpaid,
  { autoPay = true, balance }: { autoPay?: boolean | undefined; balance?: SpendableBalance | undefined },
): Promise<PaymentDecision> {
  const spendable = balance ?? (await lockSpendable(cx.db, spenderOf(cx, accountId)));
  refuseSpending(cx, spendable, autoPay ? reserves.amount : 0n);
  if (autoPay && covers(spendable, reserves.amount)) return { paid: true };
  return { paid: false, dueMs: await limitUnpaid(cx, accountId, reserves) };
}

/** Throws what `decidePayment` would throw now. Nothing is locked, so another order may come first. */
export async function refuseOrder(
  cx: MutatingCx,
  { accountId }: Pick<Buyer, 'accountId'>,
  reserves: Unpaid,
  { autoPay }: { autoPay?: boolean | undefined },
): Promise<void> {
  await decidePayment(cx, { accountId }, reserves, { autoPay, balance: await readSpendable(cx.db, spenderOf(cx, accountId)) });
}

/** Throws `payment_disputed` or `spending_cap`. Applies to customers only: renewals by jobs and orders by the operator continue. */
export function refuseSpending(cx: MutatingCx, balance: SpendableBalance, amount: Cents): void {
  if (!isCustomer(cx.actor)) return;
  if (balance.frozenAt) throw new Failure('payment_disputed');
  refuseOverCap(cx, balance, amount);
}

export interface OrderToPlace {
  buyer: Buyer;
  type: OrderType;
  lines: NewOrderLine[];
  /** Promo code of the whole order, which uses it up. */
  promo?: UsablePromo | undefined;
  /** `true`, the default, if the balance pays for the order. Otherwise the order waits for its owner. */
  autoPay?: boolean | undefined;
  /** `true` if a job placed the renewal. */
  automatic?: boolean;
  /** Balance that the caller has already locked or read. */
  balance?: SpendableBalance;
}

/** Order types whose lines pay for periods of existing services. */
export const RENEWAL_TYPES: ReadonlySet<string> = new Set<OrderType>(['renew-service', 'combined']);

/** Fields of an order that its payment needs. */
export type PayableOrder = Pick<PlacedOrder, 'orderId' | 'buyer' | 'paid' | 'net' | 'vat'>;

export interface PlacedOrder extends LineAmount {
  orderId: number;
  buyer: Buyer;
  type: OrderType;
  paid: boolean;
  lines: OrderLine[];
}

/** Places an order that reserves nothing, and pays it if the balance covers it and may be used. Throws the failures of `decidePayment`. */
export async function placeOrder(cx: MutatingCx, request: OrderToPlace): Promise<PlacedOrder> {
  const { gross: amount } = sumLines(request.lines);
  const order = await writeOrder(
    cx,
    request,
    await decidePayment(cx, request.buyer, { servers: 0, addresses: 0, amount }, request),
  );
  await payOrder(cx, order, () => fulfil(cx, { id: order.orderId, type: order.type }, order.lines));
  return order;
}

/**
 * Inserts the rows of an order. `payment` is the result of `decidePayment`: the caller pays a paid order with `payOrder`. `ids` are ids
 * that were drawn in advance.
 */
export async function writeOrder(
  cx: MutatingCx,
  request: OrderToPlace,
  payment: PaymentDecision,
  ids?: Pick<OrderIds, 'order' | 'lines'>,
): Promise<PlacedOrder> {
  const { buyer, type, promo, automatic = false } = request;
  const total = sumLines(request.lines);
  const { id: orderId, lines } = await insertOrderWithLines(cx.db, orderRow(cx, request, payment), ids);
  if (promo) await reservePromoUse(cx, promo, { accountId: buyer.accountId, orderId });
  if (RENEWAL_TYPES.has(type)) await orderPeriods(cx, serviceLines(lines), { automatic });
  return { ...total, orderId, buyer, type, paid: payment.paid, lines };
}

/** Returns the row of an order with its lines, as it is inserted. */
export function orderRow(
  { clock, settings, actor }: Pick<MutatingCx, 'clock' | 'settings' | 'actor'>,
  { buyer, type, promo, autoPay = true, lines }: OrderToPlace,
  payment: PaymentDecision,
): NewOrder {
  const [now, total] = [clock.now(), sumLines(lines)];
  return {
    account_id: buyer.accountId,
    type,
    tax: JSON.stringify(buyer.tax),
    promo_code: promo?.code ?? null,
    ...total,
    payment_method: 'balance',
    auto_pay: autoPay,
    ...originOf(actor),
    uncapped: !isCustomer(actor),
    created_at: now,
    due_at: new Date(now.getTime() + (payment.paid ? settings.orderDueMs : payment.dueMs)),
    ...(payment.paid
      ? { status: orderLifecycle.next('awaiting_payment', 'pay'), from_balance: total.gross, paid_at: now }
      : { status: 'awaiting_payment' }),
    lines,
  };
}

/** Pays a paid order from the balance and runs `begin`, which starts what the order bought. Does nothing for an unpaid order. */
export async function payOrder(
  cx: MutatingCx,
  { paid, orderId, buyer, net, vat }: PayableOrder,
  begin: () => Promise<unknown>,
): Promise<void> {
  if (!paid) return;
  const payment = { ...buyer, orderId, net, vat, description: `Order ${orderId}`, now: cx.clock.now() };
  await together(pay(cx.db, payment), begin());
}
