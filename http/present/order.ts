import type { PaymentMethod } from '@innkeeper/contract/schemas/balance';
import type { Order, OrderLine, OrderSummary, OrderType } from '@innkeeper/contract/schemas/order';
import type { ServiceType } from '@innkeeper/contract/schemas/service';
import type { OrderLine as LineRow } from '@innkeeper/db/schema';
import type { LoadedOrder } from '@innkeeper/db/tables/orders';
import { decimalNumber } from '@innkeeper/model/money';
import { taxFactor } from './money.ts';
import { iso, isoOrNull, unixOrNull } from './time.ts';

/** An order in a list. */
export function presentOrderSummary(order: LoadedOrder): OrderSummary {
  return {
    id: order.id,
    tax_rate: taxFactor(order.tax.rateBp),
    amount: decimalNumber(order.net),
    amount_with_vat: decimalNumber(order.gross),
    amount_from_balance: decimalNumber(order.from_balance),
    amount_refunded: decimalNumber(order.refunded.net),
    amount_refunded_with_vat: decimalNumber(order.refunded.gross),
    payment_method: order.payment_method as PaymentMethod,
    status: order.status,
    type: order.type as OrderType,
    auto_pay: order.auto_pay,
    promo_applicable: false,
    created_at: iso(order.created_at),
    due_at: isoOrNull(order.due_at),
    payment_date: isoOrNull(order.paid_at),
    promo: null,
    payment_information: null,
    payment_url: null,
    status_reason: order.status_reason,
  };
}

export function presentOrder(order: LoadedOrder): Order {
  return { ...presentOrderSummary(order), invoices: [], services: order.lines.map(presentLine) };
}

function presentLine(line: LineRow): OrderLine {
  return {
    label: line.label,
    sublabel: line.sublabel,
    period_from: unixOrNull(line.period_from),
    period_to: unixOrNull(line.period_to),
    is_period_changeable: line.is_period_changeable,
    service_id: line.service_id,
    service_billing_cycle: line.billing_cycle,
    service_minimum_billing_cycle: line.minimum_billing_cycle,
    service_type: line.service_type as ServiceType,
    amount: decimalNumber(line.net),
    amount_with_vat: decimalNumber(line.gross),
    amount_sublabel: '',
    promo: null,
  };
}
