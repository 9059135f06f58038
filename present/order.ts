import type { PaymentMethod } from '@innkeeper/contract/schemas/balance';
import type { Order, OrderLine, OrderSummary, OrderType } from '@innkeeper/contract/schemas/order';
import type { PromoCode } from '@innkeeper/contract/schemas/promo-code';
import type { ServiceType } from '@innkeeper/contract/schemas/service';
import type { OrderLine as LineRow } from '@innkeeper/db/schema';
import type { ListedInvoice } from '@innkeeper/db/tables/invoices/list';
import type { LoadedOrder } from '@innkeeper/db/tables/orders';
import { formatDecimal, toDecimalNumber } from '@innkeeper/model/money/money';
import { formatReference } from '@innkeeper/model/payments/reference';
import { presentInvoice } from './invoice.ts';
import { taxFactor } from './money.ts';
import { iso, isoOrNull, unixOrNull } from './time.ts';

/** Presents an order in a list. */
export function presentOrderSummary(order: LoadedOrder): OrderSummary {
  return {
    id: order.id,
    tax_rate: taxFactor(order.tax.rateBp),
    amount: toDecimalNumber(order.net),
    amount_with_vat: toDecimalNumber(order.gross),
    amount_from_balance: toDecimalNumber(order.from_balance),
    amount_refunded: toDecimalNumber(order.refunded.net),
    amount_refunded_with_vat: toDecimalNumber(order.refunded.gross),
    payment_method: order.payment_method as PaymentMethod,
    status: order.status,
    type: order.type as OrderType,
    auto_pay: order.auto_pay,
    promo_applicable: isPromoApplicable(order),
    created_at: iso(order.created_at),
    due_at: isoOrNull(order.due_at),
    payment_date: isoOrNull(order.paid_at),
    promo: promoOf(order),
    payment_information: informationOf(order.payment),
    payment_url: order.payment?.url ?? null,
    status_reason: order.status_reason,
    payment_failure: order.paymentFailure,
  };
}

/** Returns the details that a payer needs for a bank transfer. */
function informationOf(payment: LoadedOrder['payment']): Record<string, string> | null {
  if (!payment?.bank) return null;
  const { holder, iban, bic, bank } = payment.bank;
  return {
    account_holder: holder,
    iban,
    ...(bic && { bic }),
    ...(bank && { bank }),
    reference: formatReference(payment.reference),
    amount: formatDecimal(payment.amount),
    currency: payment.currency,
  };
}

/** Presents an order. A new order has no invoices yet. */
export function presentOrder(order: LoadedOrder & { invoices?: readonly ListedInvoice[] }): Order {
  const { invoices = [] } = order;
  return { ...presentOrderSummary(order), invoices: invoices.map(presentInvoice), services: order.lines.map(presentLine) };
}

function presentLine(line: LineRow): OrderLine {
  return {
    label: line.label,
    sublabel: line.sublabel,
    period_from: unixOrNull(line.period_from),
    period_to: unixOrNull(line.period_to),
    is_period_changeable: line.is_period_changeable,
    service_id: line.service_id,
    service_billing_cycle: line.service_id === null ? null : line.billing_cycle,
    service_minimum_billing_cycle: line.service_id === null ? null : line.minimum_billing_cycle,
    service_type: line.service_type as ServiceType,
    amount: toDecimalNumber(line.net),
    amount_with_vat: toDecimalNumber(line.gross),
    amount_sublabel: formatQuantity(line),
    promo: line.promo,
  };
}

/** Returns whether a promo code can be applied: the order is unpaid and contains a server that is ordered or renewed. */
function isPromoApplicable({ status, type, lines }: LoadedOrder): boolean {
  const ordered = ['new-service', 'renew-service', 'combined'].includes(type);
  return status === 'awaiting_payment' && ordered && lines.some((line) => line.service_type === 'server');
}

function promoOf({ promo_code, lines }: LoadedOrder): PromoCode | null {
  return lines.find(({ promo }) => promo !== null && promo.code === promo_code)?.promo ?? null;
}

/** Returns text such as `2 x 3 months`. */
function formatQuantity({ quantity, billing_cycle, service_id }: LineRow): string {
  if (service_id === null || billing_cycle === 0) return '';
  const months = billing_cycle === 1 ? '1 month' : `${billing_cycle} months`;
  return quantity === 1 ? months : `${quantity} x ${months}`;
}
