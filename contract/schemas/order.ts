import type { OrderStatus as Status } from '@innkeeper/model/states/order';
import { z } from 'zod';
import { PaymentMethod } from './balance.ts';
import { Invoice } from './invoice.ts';
import { Id, idList, MoneyNumber, PromoCodeText, RenewalCycle, Time, UnixTime } from './primitives.ts';
import { PromoCode } from './promo-code.ts';
import { ServiceType } from './service.ts';

export const ORDER_STATUSES = ['awaiting_payment', 'processing', 'paid', 'cancelled'] as const satisfies readonly Status[];
export const OrderStatus = z.enum(ORDER_STATUSES).meta({ id: 'OrderStatus' });
export type OrderStatus = z.infer<typeof OrderStatus>;

export const OrderType = z
  .enum([
    'new-service',
    'renew-service',
    'scale-service',
    'new-addon',
    'scale-addon',
    'new-floating-ip',
    'combined',
    'deposit',
    'custom',
  ])
  .meta({ id: 'OrderType' });
export type OrderType = z.infer<typeof OrderType>;

export const OrderLine = z
  .strictObject({
    label: z.string(),
    sublabel: z.string(),
    period_from: UnixTime.nullable(),
    period_to: UnixTime.nullable(),
    is_period_changeable: z.boolean(),
    service_id: Id,
    service_billing_cycle: z.int(),
    service_minimum_billing_cycle: z.int(),
    service_type: ServiceType,
    amount: MoneyNumber,
    amount_with_vat: MoneyNumber,
    amount_sublabel: z.string(),
    promo: PromoCode.nullable(),
  })
  .meta({ id: 'OrderLine' });
export type OrderLine = z.infer<typeof OrderLine>;

const order = {
  id: Id,
  tax_rate: z.number().describe('1.2 for 20 percent.'),
  amount: MoneyNumber,
  amount_with_vat: MoneyNumber,
  amount_from_balance: MoneyNumber,
  payment_method: PaymentMethod,
  status: OrderStatus,
  type: OrderType,
  auto_pay: z.boolean(),
  promo_applicable: z.boolean(),
  created_at: Time,
  due_at: Time.nullable().describe(
    'Until when it waits for payment; later by as long as the service was down. Stays as it was when the order is paid; null once it is cancelled unpaid.',
  ),
  payment_date: Time.nullable(),
  promo: PromoCode.nullable(),
  payment_information: z.record(z.string(), z.string()).nullable().describe('What a payer must know, such as a bank account.'),
  payment_url: z.string().nullable(),
  status_reason: z.string().nullable().describe('Why it was cancelled although it was paid, in a sentence.'),
};

/** An order in a list. */
export const OrderSummary = z.strictObject(order).meta({ id: 'OrderSummary' });
export type OrderSummary = z.infer<typeof OrderSummary>;

export const Order = z.strictObject({ ...order, invoices: z.array(Invoice), services: z.array(OrderLine) }).meta({ id: 'Order' });
export type Order = z.infer<typeof Order>;

export const PayOrders = z.strictObject({ order_ids: idList(1, 50), payment_method: PaymentMethod.default('balance') });

export const UpdateOrder = z.strictObject({
  auto_pay: z.boolean().optional(),
  payment_method: PaymentMethod.optional(),
  promo_code: PromoCodeText.nullable().optional().describe('null removes it.'),
});

export const ChangeRenewalPeriod = z.strictObject({ billing_cycle: RenewalCycle, promo_code: PromoCodeText.optional() });
