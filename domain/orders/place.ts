/**
 * Everything that costs money makes an order. When the balance covers it and may pay, it is paid at once, in the same
 * transaction; otherwise it waits, and keeps its reservations until it is due. Accounts that never paid get a short term and a
 * low limit.
 */

import { type CustomerBalance, covers, holdBalance, pay } from '@innkeeper/db/ledger';
import type { OrderLine } from '@innkeeper/db/schema';
import { insertOrderWithLines, type NewOrderLine } from '@innkeeper/db/tables/orders';
import { together } from '@innkeeper/db/transaction';
import { sumLines } from '@innkeeper/model/pricing/order';
import { orderLife } from '@innkeeper/model/states/order';
import type { Unpaid } from '@innkeeper/model/unpaid';
import type { MutatingCx } from '../context.ts';
import type { UsablePromo } from '../promos/require.ts';
import { reservePromoUse } from '../promos/reserve.ts';
import type { Buyer } from './buyer.ts';
import { fulfil, type OrderType } from './fulfil.ts';
import { limitUnpaid } from './limit-unpaid.ts';

/** How an order is paid: now, from the balance, or within so many milliseconds. */
export type Payment = { paid: true } | { paid: false; dueMs: number };

/**
 * Decides it before anything is written. Other orders of the account wait until the transaction ends, so that it is still true when
 * it is done. `reserves`: what the order holds until then. Throws `unpaid_limit`.
 */
export async function decidePayment(
  cx: MutatingCx,
  { accountId }: Pick<Buyer, 'accountId'>,
  reserves: Unpaid,
  { autoPay = true, balance }: { autoPay?: boolean | undefined; balance?: CustomerBalance },
): Promise<Payment> {
  const held = balance ?? (await holdBalance(cx.db, accountId));
  if (autoPay && covers(held, reserves.amount)) return { paid: true };
  return { paid: false, dueMs: await limitUnpaid(cx, accountId, reserves) };
}

export interface PlaceOrder {
  buyer: Buyer;
  type: OrderType;
  lines: NewOrderLine[];
  /** The code that was given for all of it; it is used up by the order. */
  promo?: UsablePromo | undefined;
  /** Whether the balance pays for it; else it waits for its owner. Default true. */
  autoPay?: boolean | undefined;
  /** As `decidePayment` said, for what is reserved with it; absent: nothing is. */
  payment?: Payment;
  /** What a paid order starts; default `fulfil`. */
  begin?: (orderId: number, lines: readonly OrderLine[]) => Promise<unknown>;
}

/** Makes the order, and pays it when the balance covers it and may. Returns which of the two happened. Throws `unpaid_limit`. */
export async function placeOrder(
  cx: MutatingCx,
  { buyer, type, autoPay = true, ...placed }: PlaceOrder,
): Promise<{ orderId: number; paid: boolean; lines: OrderLine[] }> {
  const now = cx.clock.now();
  const { accountId, tax } = buyer;
  const total = sumLines(placed.lines);
  const payment =
    placed.payment ?? (await decidePayment(cx, buyer, { servers: 0, addresses: 0, amount: total.gross }, { autoPay }));
  const { id: orderId, lines } = await insertOrderWithLines(cx.db, {
    account_id: accountId,
    type,
    tax: JSON.stringify(tax),
    promo_code: placed.promo?.code ?? null,
    ...total,
    payment_method: 'balance',
    auto_pay: autoPay,
    created_at: now,
    due_at: new Date(now.getTime() + (payment.paid ? cx.settings.orderDueMs : payment.dueMs)),
    ...(payment.paid
      ? { status: orderLife.next('awaiting_payment', 'pay'), from_balance: total.gross, paid_at: now }
      : { status: 'awaiting_payment' }),
    lines: placed.lines,
  });
  if (placed.promo) await reservePromoUse(cx, placed.promo, { accountId, orderId });
  const begin = placed.begin ?? (() => fulfil(cx, { id: orderId, type }, lines));
  if (payment.paid) {
    const { net, vat } = total;
    await together(
      pay(cx.db, { accountId, orderId, net, vat, tax, description: `Order ${orderId}`, now }),
      begin(orderId, lines),
    );
  }
  return { orderId, paid: payment.paid, lines };
}
