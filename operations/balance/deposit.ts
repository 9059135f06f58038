import { type LoadedOrder, loadOrders } from '@innkeeper/db/tables/orders';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { placeDeposit } from '@innkeeper/domain/orders/place-deposit';
import { beginPayment } from '@innkeeper/domain/payments/begin';
import { requireMethod, requireStorable, requireWithin } from '@innkeeper/domain/payments/methods';
import { type Cents, formatDecimal } from '@innkeeper/model/money';

/**
 * Orders a deposit and begins its payment. Throws `validation` for an unavailable payment method or an amount outside its bounds, and
 * `unpaid_limit`.
 */
export async function depositFunds(
  cx: MutatingCx<Customer>,
  input: { amount: Cents; paymentMethod: string; storeCard: boolean },
): Promise<LoadedOrder> {
  const { accountId } = cx.actor;
  const method = await requireMethod(cx, input.paymentMethod);
  requireStorable(method, input.storeCard);
  requireWithin(method, input.amount, 'amount');
  const order = await placeDeposit(cx, { accountId, amount: input.amount, method: method.key });
  const payment = await beginPayment(cx, { accountId, orders: [order], method, storeCard: input.storeCard });
  await audit(cx, 'depositFunds', { kind: 'order', id: order.id }, { amount: formatDecimal(input.amount), payment: payment.id });
  const [placed] = await loadOrders(cx.db, [order.id]);
  return placed as LoadedOrder;
}
