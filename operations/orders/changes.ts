/** Changes of an unpaid order: how it is paid, the period of a line, and its end. */
import type { Quote } from '@innkeeper/contract/schemas/quote';
import type { Order, ServiceLine } from '@innkeeper/db/schema';
import { withInvoices } from '@innkeeper/db/tables/invoices/list';
import { type LoadedOrder, linesOf, loadOrders, serviceLines, updateOrder as setOrder } from '@innkeeper/db/tables/orders';
import { lockServices } from '@innkeeper/db/tables/services';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { cancelUnpaidOrder } from '@innkeeper/domain/orders/cancel-unpaid';
import { type NewPeriod, replacePromo } from '@innkeeper/domain/orders/replace-promo';
import { closePaymentsOf } from '@innkeeper/domain/payments/end';
import { methodFor, requireMethod, requireWithin } from '@innkeeper/domain/payments/methods';
import { quoteOrder } from '@innkeeper/domain/renewals/quote-order';
import { monthsOf } from '@innkeeper/domain/service-types/offers';
import { closeGaps } from '@innkeeper/domain/services/periods';
import { originOf } from '@innkeeper/domain/spending';
import { Failure, invalid } from '@innkeeper/model/failures';
import { presentOrder } from '@innkeeper/present/order';
import { presentQuote } from '@innkeeper/present/quote';
import type { Input, QuoteInput, Reply } from '../define.ts';

/** Cancels an unpaid order and releases what it reserved. */
export async function deleteOrder(cx: MutatingCx, { order }: Input<'deleteOrder'>): Promise<void> {
  await cancelUnpaidOrder(cx, order, { verb: 'delete', reason: 'The order was deleted before payment.' });
  await audit(cx, 'deleteOrder', { kind: 'order', id: order.id });
}

/**
 * Changes how an unpaid order will be paid. A new method closes payments by other methods. Money that still arrives through them is
 * credited to the balance.
 *
 * Throws `validation` for a payment method that is unavailable or unsuitable, and for a `promo_code` that does not reduce the price. The
 * promo code `null` removes the current code.
 */
export async function updateOrder(
  cx: MutatingCx<Customer>,
  { order, body }: Pick<Input<'updateOrder'>, 'order' | 'body'>,
): Promise<Reply<'updateOrder'>> {
  const { auto_pay, payment_method, promo_code } = body;
  if (order.type === 'deposit' && auto_pay === true)
    throw invalid('auto_pay', 'A deposit cannot be paid from the balance. Choose another payment method.');
  if (promo_code !== undefined) await replacePromo(cx, order, { code: promo_code });
  if (payment_method !== undefined && payment_method !== order.payment_method) await changeMethod(cx, order, payment_method);
  await setOrder(cx.db, order.id, { ...(auto_pay !== undefined && { auto_pay }), ...originOf(cx.actor) });
  await audit(
    cx,
    'updateOrder',
    { kind: 'order', id: order.id },
    {
      ...(auto_pay !== undefined && { auto_pay }),
      ...(payment_method !== undefined && { payment_method }),
      ...(promo_code !== undefined && { promo_code }),
    },
  );
  const [changed] = await loadOrders(cx.db, [order.id]);
  return presentOrder(await withInvoices(cx.db, changed as LoadedOrder));
}

async function changeMethod(cx: MutatingCx<Customer>, order: Order, key: string): Promise<void> {
  if (key !== 'balance') requireWithin(methodFor(await requireMethod(cx, key), [order]), order.gross, 'payment_method');
  else if (order.type === 'deposit')
    throw invalid('payment_method', 'A deposit cannot be paid from the balance. Choose another payment method.');
  await closePaymentsOf(cx, [order.id]);
  await setOrder(cx.db, order.id, { payment_method: key });
}

/** Returns the quote for an order with these changes. The caller rolls the transaction back. */
export async function quoteUpdateOrder(cx: MutatingCx<Customer>, input: QuoteInput<'updateOrder'>): Promise<Quote> {
  await updateOrder(cx, input);
  return presentQuote(await quoteOrder(cx, input.order.id));
}

/**
 * Changes the period for which an unpaid order renews a service and its addons. Later orders of these services move accordingly.
 *
 * Throws `wrong_state` for a line with a fixed period, and `validation` for `billing_cycle` and `promo_code`. Throws `spending_cap` if an
 * automatic renewal would exceed a cap.
 */
export async function changeRenewalPeriod(cx: MutatingCx<Customer>, input: Input<'changeRenewalPeriod'>): Promise<void> {
  await reprice(cx, input);
  const { order, params, body } = input;
  const details = { service: params.service_id, months: body.billing_cycle };
  await audit(cx, 'changeRenewalPeriod', { kind: 'order', id: order.id }, details);
}

/** Returns the quote for an order with this period. The caller rolls the transaction back. */
export async function quoteChangeRenewalPeriod(
  cx: MutatingCx<Customer>,
  input: QuoteInput<'changeRenewalPeriod'>,
): Promise<Quote> {
  await reprice(cx, input);
  return presentQuote(await quoteOrder(cx, input.order.id));
}

async function reprice(
  cx: MutatingCx<Customer>,
  { order, params, body }: Pick<Input<'changeRenewalPeriod'>, 'order' | 'params' | 'body'>,
): Promise<void> {
  const { service_type: serviceType, service_id: serviceId } = params;
  const { billing_cycle: billingCycle, promo_code: promoCode } = body;
  const all = serviceLines(await linesOf(cx.db, [order.id]));
  const line = all.find(({ service_type, service_id }) => service_type === serviceType && service_id === serviceId);
  if (!line?.is_period_changeable)
    throw new Failure('wrong_state', { message: 'The renewal period of this line cannot be changed.' });
  if (billingCycle < line.minimum_billing_cycle)
    throw invalid('billing_cycle', `${line.label} needs a billing cycle of at least ${line.minimum_billing_cycle} months.`);
  const services = await lockServices(
    cx.db,
    all.map(({ service_id }) => service_id),
  );
  const changed = services.filter(({ id, parent_id }) => id === serviceId || parent_id === serviceId);
  const periods = new Map<number, NewPeriod>();
  for (const service of changed) {
    const own = all.find(({ service_id }) => service_id === service.id) as ServiceLine;
    // An addon that expires before its server is renewed for longer, to catch up. Keep this difference.
    const months = Math.max(1, own.billing_cycle + billingCycle - line.billing_cycle);
    periods.set(own.id, { months, steps: [monthsOf(service, months)] });
  }
  await replacePromo(cx, order, { code: promoCode, lineId: line.id, periods });
  // Payments of the former amount are credited to the balance.
  await closePaymentsOf(cx, [order.id]);
  await closeGaps(cx, changed);
  await setOrder(cx.db, order.id, originOf(cx.actor));
}
