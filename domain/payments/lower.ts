/** Lowers payments of an order that has become cheaper. */
import { currentPayments, receivedByPayment, updatePayment } from '@innkeeper/db/tables/payments';
import type { Cents } from '@innkeeper/model/money/money';
import type { MutatingCx } from '../context.ts';
import { closeCurrentPayment } from './end.ts';

/**
 * Lowers the current payments of an order by `by`. A transfer keeps its reference: the amount that was printed before pays the order too, and
 * the surplus becomes balance. A page of a gateway has its amount already, so it is closed. The caller has locked the order.
 */
export async function lowerPaymentsOf(cx: MutatingCx, orderId: number, by: Cents): Promise<void> {
  if (by === 0n) return;
  for (const payment of await currentPayments(cx.db, [orderId])) {
    const amount = payment.amount - by;
    // The gateway is asked only after `attempted_at`, and then for the amount of the row.
    const isUnasked = payment.kind === 'transfer' || payment.attempted_at === null;
    // A part that came before is balance already, and would end the payment without paying its order.
    const isLowered = isUnasked && !payment.closing && amount > (await receivedByPayment(cx.db, payment.id));
    if (isLowered) await updatePayment(cx.db, payment.id, { amount });
    else await closeCurrentPayment(cx, payment);
  }
}
