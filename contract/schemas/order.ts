import type { OrderStatus as Status } from '@innkeeper/model/states/order';
import { z } from 'zod';
import { PaymentMethod, StoreCard } from './balance.ts';
import { Invoice } from './invoice.ts';
import { about, Id, idList, MoneyNumber, PromoCodeText, RenewalCycle, Time, UnixTime } from './primitives.ts';
import { PromoCode } from './promo-code.ts';
import { ServiceType } from './service.ts';

export const ORDER_STATUSES = ['awaiting_payment', 'processing', 'paid', 'cancelled'] as const satisfies readonly Status[];
export const OrderStatus = z
  .enum(ORDER_STATUSES)
  .meta({ id: 'OrderStatus', description: 'Status: the order awaits payment, is being fulfilled, is paid, or is cancelled.' });
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
  .meta({ id: 'OrderType', description: 'Type of the order. `combined` means lines of several types.' });
export type OrderType = z.infer<typeof OrderType>;

export const OrderLine = z
  .strictObject({
    label: z.string().meta(about('Label of the ordered item.', 'Nano server')),
    sublabel: z.string().meta(about('Name of the service.', 'web-1.example.com')),
    period_from: UnixTime.nullable().describe(
      'Start of the paid period as Unix time in seconds, or null for a line without a period.',
    ),
    period_to: UnixTime.nullable().describe(
      'End of the paid period as Unix time in seconds, or null for a line without a period.',
    ),
    is_period_changeable: z.boolean().describe('True if the number of months can be changed while the order is unpaid.'),
    service_id: Id.nullable().describe('Id of the service, or null for a deposit and a custom line.'),
    service_billing_cycle: z.int().nullable().meta(about('Billing cycle in months, or null without a service.', 1)),
    service_minimum_billing_cycle: z
      .int()
      .nullable()
      .meta(about('Minimum billing cycle in months, or null without a service.', 1)),
    service_type: ServiceType.nullable().describe('Kind of the service, or null for a deposit and a custom line.'),
    amount: MoneyNumber.describe('Price of the line without VAT, after discounts.'),
    amount_with_vat: MoneyNumber.describe('Price of the line with VAT at the rate of the account.'),
    amount_sublabel: z.string().meta(about('Quantity that the price is for.', '1 month')),
    promo: PromoCode.nullable().describe('Promo code of the line, or null if there is none.'),
  })
  .meta({ id: 'OrderLine', description: 'A line of an order.' });
export type OrderLine = z.infer<typeof OrderLine>;

const order = {
  id: Id.describe('Id of the order.'),
  tax_rate: z.number().meta(about('VAT factor: 1.2 for VAT of 20 percent, 1 for a deposit.', 1.2)),
  amount: MoneyNumber.describe('Amount without VAT.'),
  amount_with_vat: MoneyNumber.describe('Amount with VAT at the rate of the account.'),
  amount_from_balance: MoneyNumber.describe('Part of the amount that the balance pays, or has paid.'),
  amount_refunded: MoneyNumber.describe('Part of the amount that was refunded to the balance, without VAT.'),
  amount_refunded_with_vat: MoneyNumber.describe('Part of the amount that was refunded to the balance, with VAT.'),
  payment_method: PaymentMethod.describe('Payment method of the order.'),
  status: OrderStatus.describe('Status of the order.'),
  type: OrderType.describe('Type of the order.'),
  auto_pay: z.boolean().describe('True if the balance pays the order automatically as soon as it covers the amount.'),
  promo_applicable: z.boolean().describe('True if a promo code can reduce the price.'),
  created_at: Time.describe('Time when the order was created.'),
  due_at: Time.nullable().describe(
    'Time until which the order awaits payment, postponed after an outage of the service. Unchanged after payment. Null if the order was cancelled unpaid.',
  ),
  payment_date: Time.nullable().describe('Time of the payment, or null if the order is not paid.'),
  promo: PromoCode.nullable().describe('Promo code of the whole order, or null if there is none.'),
  payment_information: z
    .record(z.string(), z.string())
    .nullable()
    .meta(
      about('Payment details such as a bank account, or null if there are none.', {
        iban: 'AT611904300234573201',
      }),
    ),
  payment_url: z
    .string()
    .nullable()
    .meta(about('Payment page of the gateway, or null if there is none.', 'https://pay.example.com/o/1')),
  status_reason: z
    .string()
    .nullable()
    .meta(
      about(
        'Reason why a paid order was cancelled, as text, otherwise null.',
        'The server could not be built. The price was refunded to your balance. Order it again later.',
      ),
    ),
};

const payment_failure = z
  .string()
  .nullable()
  .meta(
    about(
      'Reason of the latest failed payment, or null if none failed or the order is paid. A payment that was replaced has not failed.',
      'The card was declined. Use another payment method.',
    ),
  );

/** An order in a list. */
export const OrderSummary = z
  .strictObject({ ...order, payment_failure })
  .meta({ id: 'OrderSummary', description: 'An order in a list.' });
export type OrderSummary = z.infer<typeof OrderSummary>;

export const Order = z
  .strictObject({
    ...order,
    invoices: z.array(Invoice).describe('Invoices of the order.'),
    services: z.array(OrderLine).describe('Lines of the order.'),
    payment_failure,
  })
  .meta({ id: 'Order', description: 'An order with its lines and invoices.' });
export type Order = z.infer<typeof Order>;

export const PayOrders = z
  .strictObject({
    order_ids: idList(1, 50).meta(about('Ids of unpaid orders, 1 to 50. Either all are paid or none.', [1])),
    payment_method: PaymentMethod.default('balance').describe('Payment method. Default: the balance.'),
    store_card: StoreCard,
  })
  .meta({ id: 'PayOrders', description: 'The orders to pay.' });

export const UpdateOrder = z
  .strictObject({
    auto_pay: z
      .boolean()
      .optional()
      .describe('True if the balance pays the order automatically as soon as it covers the amount. Default: unchanged.'),
    payment_method: PaymentMethod.optional().describe('Payment method. Default: unchanged.'),
    promo_code: PromoCodeText.nullable()
      .optional()
      .meta(
        about('Promo code for the order, or null to remove it. A better code of the order or of a server stays.', 'SPRING20'),
      ),
  })
  .meta({ id: 'UpdateOrder', description: 'The changes: at least one field.' });

export const ChangeRenewalPeriod = z
  .strictObject({
    billing_cycle: RenewalCycle.meta(about('Billing cycle in months.', 3)),
    promo_code: PromoCodeText.optional().meta(
      about(
        'Promo code that reduces the line, for the whole order. A better code of the order or of a server stays.',
        'SPRING20',
      ),
    ),
  })
  .meta({ id: 'ChangeRenewalPeriod', description: 'The new billing cycle of the line.' });
