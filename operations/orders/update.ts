import type { Order } from '@innkeeper/db/schema';
import { type OrderWithInvoices, withInvoices } from '@innkeeper/db/tables/invoices/list';
import { type LoadedOrder, loadOrders, updateOrder as setOrder } from '@innkeeper/db/tables/orders';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { replacePromo } from '@innkeeper/domain/orders/replace-promo';
import { closePaymentsOf } from '@innkeeper/domain/payments/end';
import { requireMethod, requireWithin } from '@innkeeper/domain/payments/methods';
import { originOf } from '@innkeeper/domain/spending';
import { invalid } from '@innkeeper/model/failures';

export interface OrderChanges {
  autoPay?: boolean | undefined;
  paymentMethod?: string | undefined;
  /** New promo code. `null` removes the current code. */
  promoCode?: string | null | undefined;
}

/**
 * Changes how an unpaid order will be paid. A new method closes payments by other methods. Money that still arrives through them is
 * credited to the balance.
 *
 * Throws `validation` for a payment method that is unavailable or unsuitable, and for a `promo_code` that does not reduce the price.
 */
export async function updateOrder(
  cx: MutatingCx<Customer>,
  { order, changes }: { order: Order; changes: OrderChanges },
): Promise<OrderWithInvoices> {
  const { autoPay, paymentMethod, promoCode } = changes;
  if (order.type === 'deposit' && autoPay === true)
    throw invalid('auto_pay', 'A deposit cannot be paid from the balance. Choose another payment method.');
  if (promoCode !== undefined) await replacePromo(cx, order, { code: promoCode });
  if (paymentMethod !== undefined && paymentMethod !== order.payment_method) await changeMethod(cx, order, paymentMethod);
  await setOrder(cx.db, order.id, { ...(autoPay !== undefined && { auto_pay: autoPay }), ...originOf(cx.actor) });
  await audit(
    cx,
    'updateOrder',
    { kind: 'order', id: order.id },
    {
      ...(autoPay !== undefined && { auto_pay: autoPay }),
      ...(paymentMethod !== undefined && { payment_method: paymentMethod }),
      ...(promoCode !== undefined && { promo_code: promoCode }),
    },
  );
  const [changed] = await loadOrders(cx.db, [order.id]);
  return withInvoices(cx.db, changed as LoadedOrder);
}

async function changeMethod(cx: MutatingCx<Customer>, order: Order, key: string): Promise<void> {
  if (key !== 'balance') requireWithin(await requireMethod(cx, key), order.gross, 'payment_method');
  else if (order.type === 'deposit')
    throw invalid('payment_method', 'A deposit cannot be paid from the balance. Choose another payment method.');
  await closePaymentsOf(cx, [order.id]);
  await setOrder(cx.db, order.id, { payment_method: key });
}
