import type { Order, ServiceLine } from '@innkeeper/db/schema';
import { linesOf, serviceLines, updateOrder } from '@innkeeper/db/tables/orders';
import { lockServices } from '@innkeeper/db/tables/services';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import type { OrderQuote } from '@innkeeper/domain/orders/quote';
import { type NewPeriod, replacePromo } from '@innkeeper/domain/orders/replace-promo';
import { closePaymentsOf } from '@innkeeper/domain/payments/end';
import { quoteOrder } from '@innkeeper/domain/renewals/quote-order';
import { monthsOf } from '@innkeeper/domain/service-types/offers';
import { closeGaps } from '@innkeeper/domain/services/periods';
import { originOf } from '@innkeeper/domain/spending';
import { Failure, invalid } from '@innkeeper/model/failures';

export interface PeriodChange {
  order: Order;
  serviceType: string;
  serviceId: number;
  /** Renewal period in months. */
  billingCycle: number;
  promoCode?: string | undefined;
}

/**
 * Changes the period for which an unpaid order renews a service and its addons. Later orders of these services move accordingly.
 *
 * Throws `wrong_state` for a line with a fixed period, and `validation` for `billing_cycle` and `promo_code`. Throws `spending_cap` if an
 * automatic renewal would exceed a cap.
 */
export async function changeRenewalPeriod(cx: MutatingCx<Customer>, change: PeriodChange): Promise<void> {
  await reprice(cx, change);
  const { order, serviceId, billingCycle } = change;
  await audit(cx, 'changeRenewalPeriod', { kind: 'order', id: order.id }, { service: serviceId, months: billingCycle });
}

/** Returns the quote for an order with this period. The caller rolls the transaction back. */
export async function quoteRenewalPeriod(cx: MutatingCx<Customer>, change: PeriodChange): Promise<OrderQuote> {
  await reprice(cx, change);
  return quoteOrder(cx, change.order.id);
}

async function reprice(cx: MutatingCx<Customer>, change: PeriodChange): Promise<void> {
  const { order, serviceType, serviceId, billingCycle, promoCode } = change;
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
  await updateOrder(cx.db, order.id, originOf(cx.actor));
}
