/** Lowers payments of an order that has become cheaper, and of several orders of which one is cancelled or paid. */
import type { Order } from '@innkeeper/db/schema';
import { limitsOfMethods } from '@innkeeper/db/tables/payment-methods';
import {
  type CurrentPayment,
  currentPayments,
  lockCurrentPayments,
  receivedByPayment,
  takeOrderOut,
  updatePayment,
} from '@innkeeper/db/tables/payments';
import type { Cents } from '@innkeeper/model/money/money';
import { gatewayLimits, takesAmount } from '@innkeeper/model/payments/offer';
import type { MutatingCx } from '../context.ts';
import { askForOthers } from './ask-again.ts';
import { closeCurrentPayment } from './end.ts';

/**
 * Lowers the current payments of an order by `by`. A transfer keeps its reference: the amount that was printed before pays the order too, and
 * the surplus becomes balance. A page of a gateway has its amount already, so it is closed, and so is a payment that
 * its method takes no more. Other orders of a closed payment are asked for again. The caller has locked the order.
 */
export async function lowerPaymentsOf(cx: MutatingCx, orderId: number, by: Cents): Promise<void> {
  if (by === 0n) return;
  for (const payment of await lockCurrentPayments(cx.db, orderId)) {
    const amount = payment.amount - by;
    if (await canBeLowered(cx, payment, amount)) await updatePayment(cx.db, payment.id, { amount });
    else await closeForOthers(cx, payment, orderId);
  }
}

/**
 * Takes a cancelled or paid order out of its current payments. A payment for it alone ends. One that also pays other orders goes on for them, with its
 * reference, or is closed and the others are asked for again. The caller has locked the order.
 */
export async function leavePaymentsOf(cx: MutatingCx, { id, gross }: Pick<Order, 'id' | 'gross'>): Promise<void> {
  if ((await currentPayments(cx.db, [id])).length === 0) return;
  for (const payment of await lockCurrentPayments(cx.db, id)) {
    const amount = payment.amount - gross;
    // A part that came before is balance, which may have paid this order.
    const isUntouched = payment.order_ids.length > 1 && (await receivedByPayment(cx.db, payment.id)) === 0n;
    if (isUntouched && (await canBeLowered(cx, payment, amount))) {
      await takeOrderOut(cx.db, payment.id, id);
      await updatePayment(cx.db, payment.id, { amount });
    } else await closeForOthers(cx, payment, id);
  }
}

async function canBeLowered(cx: MutatingCx, payment: CurrentPayment, amount: Cents): Promise<boolean> {
  // The gateway is asked only after `attempted_at`, and then for the amount of the row.
  const isUnasked = payment.kind === 'transfer' || payment.attempted_at === null;
  if (!isUnasked || payment.closing) return false;
  const method =
    payment.kind === 'checkout' ? (await limitsOfMethods(cx.db)).get(payment.method) : gatewayLimits(payment.gateway);
  // A part that came before is balance already, and would end the payment without paying its order.
  return takesAmount(method, amount) && amount > (await receivedByPayment(cx.db, payment.id));
}

async function closeForOthers(cx: MutatingCx, payment: CurrentPayment, orderId: number): Promise<void> {
  await closeCurrentPayment(cx, payment);
  await askForOthers(cx, payment, [orderId]);
}
