/**
 * Everything that costs money makes an order. When the balance covers it and may pay, it is paid at once, in the same
 * transaction; otherwise it waits, and keeps its reservations until it is due. Accounts that never paid get a short term and a
 * low limit.
 */

import { covers, pay } from '@innkeeper/db/ledger';
import { holdSpendable, readSpendable, type SpendableBalance } from '@innkeeper/db/ledger/spending';
import type { OrderLine } from '@innkeeper/db/schema';
import type { OrderIds } from '@innkeeper/db/tables/ids';
import { insertOrderWithLines, type NewOrder, type NewOrderLine, serviceLines } from '@innkeeper/db/tables/orders';
import { together } from '@innkeeper/db/transaction';
import { Failure } from '@innkeeper/model/failures';
import type { Cents } from '@innkeeper/model/money';
import { type LineAmount, sumLines } from '@innkeeper/model/pricing/order';
import { orderLife } from '@innkeeper/model/states/order';
import type { Unpaid } from '@innkeeper/model/unpaid';
import { isCustomer } from '../actor.ts';
import type { MutatingCx } from '../context.ts';
import type { UsablePromo } from '../promos/require.ts';
import { reservePromoUse } from '../promos/reserve.ts';
import { orderPeriods } from '../services/periods.ts';
import type { Buyer } from './buyer.ts';
import { fulfil, type OrderType } from './fulfil.ts';
import { limitUnpaid } from './limit-unpaid.ts';
import { askedBy, refuseOverCap, spenderOf } from './spending.ts';

/** How an order is paid: now, from the balance, or within so many milliseconds. */
export type Payment = { paid: true } | { paid: false; dueMs: number };

/**
 * Decides it before anything is written. Other orders of the account wait until the transaction ends, so that it is still true when
 * it is done. `reserves`: what the order holds until then. Throws `payment_disputed`, `spending_cap` for what is to be paid by itself (what
 * waits for its owner is judged when it is paid), `unpaid_limit`.
 */
export async function decidePayment(
  cx: MutatingCx,
  { accountId }: Pick<Buyer, 'accountId'>,
  reserves: Unpaid,
  { autoPay = true, balance }: { autoPay?: boolean | undefined; balance?: SpendableBalance | undefined },
): Promise<Payment> {
  const held = balance ?? (await holdSpendable(cx.db, spenderOf(cx, accountId)));
  refuseSpending(cx, held, autoPay ? reserves.amount : 0n);
  if (autoPay && covers(held, reserves.amount)) return { paid: true };
  return { paid: false, dueMs: await limitUnpaid(cx, accountId, reserves) };
}

/** Whether an order would be refused now, as `decidePayment` does. Nothing is held, so another one may be faster. */
export async function refuseOrder(
  cx: MutatingCx,
  { accountId }: Pick<Buyer, 'accountId'>,
  reserves: Unpaid,
  { autoPay }: { autoPay?: boolean | undefined },
): Promise<void> {
  await decidePayment(cx, { accountId }, reserves, { autoPay, balance: await readSpendable(cx.db, spenderOf(cx, accountId)) });
}

/** Throws `payment_disputed`, `spending_cap`. What no customer asks for goes on: renewals, what the operator orders. */
export function refuseSpending(cx: MutatingCx, balance: SpendableBalance, amount: Cents): void {
  if (!isCustomer(cx.actor)) return;
  if (balance.frozenAt) throw new Failure('payment_disputed');
  refuseOverCap(cx, balance, amount);
}

export interface PlaceOrder {
  buyer: Buyer;
  type: OrderType;
  lines: NewOrderLine[];
  /** The code that was given for all of it; it is used up by the order. */
  promo?: UsablePromo | undefined;
  /** Whether the balance pays for it; else it waits for its owner. Default true. */
  autoPay?: boolean | undefined;
  /** Whether a job renews, and not its owner. */
  automatic?: boolean;
  /** As the caller holds it, who asked for it before. */
  balance?: SpendableBalance;
}

/** Orders whose lines pay for periods of services that are there. */
export const RENEWALS: ReadonlySet<string> = new Set<OrderType>(['renew-service', 'combined']);

/** What of an order its payment needs. */
export type PayableOrder = Pick<PlacedOrder, 'orderId' | 'buyer' | 'paid' | 'net' | 'vat'>;

export interface PlacedOrder extends LineAmount {
  orderId: number;
  buyer: Buyer;
  type: OrderType;
  paid: boolean;
  lines: OrderLine[];
}

/** Makes an order that reserves nothing, and pays it when the balance covers it and may. Throws what `decidePayment` throws. */
export async function placeOrder(cx: MutatingCx, wanted: PlaceOrder): Promise<PlacedOrder> {
  const { gross: amount } = sumLines(wanted.lines);
  const order = await writeOrder(cx, wanted, await decidePayment(cx, wanted.buyer, { servers: 0, addresses: 0, amount }, wanted));
  await payOrder(cx, order, () => fulfil(cx, { id: order.orderId, type: order.type }, order.lines));
  return order;
}

/** Its rows. `payment`: as `decidePayment` said; who writes a paid one pays it (`payOrder`). `ids`: drawn before. */
export async function writeOrder(
  cx: MutatingCx,
  wanted: PlaceOrder,
  payment: Payment,
  ids?: Pick<OrderIds, 'order' | 'lines'>,
): Promise<PlacedOrder> {
  const { buyer, type, promo, automatic = false } = wanted;
  const total = sumLines(wanted.lines);
  const { id: orderId, lines } = await insertOrderWithLines(cx.db, orderRow(cx, wanted, payment), ids);
  if (promo) await reservePromoUse(cx, promo, { accountId: buyer.accountId, orderId });
  if (RENEWALS.has(type)) await orderPeriods(cx, serviceLines(lines), { automatic });
  return { ...total, orderId, buyer, type, paid: payment.paid, lines };
}

/** With its lines, as it is inserted. */
export function orderRow(
  { clock, settings, actor }: Pick<MutatingCx, 'clock' | 'settings' | 'actor'>,
  { buyer, type, promo, autoPay = true, lines }: PlaceOrder,
  payment: Payment,
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
    ...askedBy(actor),
    uncapped: !isCustomer(actor),
    created_at: now,
    due_at: new Date(now.getTime() + (payment.paid ? settings.orderDueMs : payment.dueMs)),
    ...(payment.paid
      ? { status: orderLife.next('awaiting_payment', 'pay'), from_balance: total.gross, paid_at: now }
      : { status: 'awaiting_payment' }),
    lines,
  };
}

/** The balance pays for a paid order, and what it starts begins. */
export async function payOrder(
  cx: MutatingCx,
  { paid, orderId, buyer, net, vat }: PayableOrder,
  begin: () => Promise<unknown>,
): Promise<void> {
  if (!paid) return;
  const payment = { ...buyer, orderId, net, vat, description: `Order ${orderId}`, now: cx.clock.now() };
  await together(pay(cx.db, payment), begin());
}
