/** Lowers payments of an order that has become cheaper. */
import { limitsOfMethods } from '@innkeeper/db/tables/payment-methods';
import { lockCurrentPayments, receivedByPayment, updatePayment } from '@innkeeper/db/tables/payments';
import type { Cents } from '@innkeeper/model/money/money';
import { gatewayLimits, takesAmount } from '@innkeeper/model/payments/offer';
import type { MutatingCx } from '../context.ts';
import { closeCurrentPayment } from './end.ts';

/**
 * Lowers the current payments of an order by `by`. A transfer keeps its reference: the amount that was printed before pays the order too, and
 * the surplus becomes balance. A page of a gateway has its amount already, so it is closed, and so is a payment that
 * its method takes no more. The caller has locked the order.
 */
export async function lowerPaymentsOf(cx: MutatingCx, orderId: number, by: Cents): Promise<void> {
  if (by === 0n) return;
  const limits = await limitsOfMethods(cx.db);
  for (const payment of await lockCurrentPayments(cx.db, orderId)) {
    const amount = payment.amount - by;
    // The gateway is asked only after `attempted_at`, and then for the amount of the row.
    const isUnasked = payment.kind === 'transfer' || payment.attempted_at === null;
    const method = payment.kind === 'checkout' ? limits.get(payment.method) : gatewayLimits(payment.gateway);
    // A part that came before is balance already, and would end the payment without paying its order.
    const isLowered =
      isUnasked && !payment.closing && takesAmount(method, amount) && amount > (await receivedByPayment(cx.db, payment.id));
    if (isLowered) await updatePayment(cx.db, payment.id, { amount });
    else await closeCurrentPayment(cx, payment);
  }
}
