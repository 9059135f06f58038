import type { OrderStatus as Status } from '@innkeeper/model/states/order';
import { z } from 'zod';
import { PaymentMethod } from './balance.ts';
import { Invoice } from './invoice.ts';
import { about, Id, idList, MoneyNumber, PromoCodeText, RenewalCycle, Time, UnixTime } from './primitives.ts';
import { PromoCode } from './promo-code.ts';
import { ServiceType } from './service.ts';

export const ORDER_STATUSES = ['awaiting_payment', 'processing', 'paid', 'cancelled'] as const satisfies readonly Status[];
export const OrderStatus = z
  .enum(ORDER_STATUSES)
  .meta({ id: 'OrderStatus', description: 'Whether an order waits for payment, is being fulfilled, is paid or is cancelled.' });
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
  .meta({ id: 'OrderType', description: 'What an order is for; `combined` when its lines are of several types.' });
export type OrderType = z.infer<typeof OrderType>;

export const OrderLine = z
  .strictObject({
    label: z.string().meta(about('What is ordered.', 'Nano server')),
    sublabel: z.string().meta(about('Name of the service that it is for.', 'web-1.example.com')),
    period_from: UnixTime.nullable().describe(
      'Beginning of the paid period, Unix time in seconds; null for a line without a period.',
    ),
    period_to: UnixTime.nullable().describe('End of the paid period, Unix time in seconds; null for a line without a period.'),
    is_period_changeable: z.boolean().describe('Whether the months can be changed while the order is unpaid.'),
    service_id: Id.nullable().describe('Id of the service; null for a deposit and a custom line.'),
    service_billing_cycle: z.int().nullable().meta(about('Months that are paid at once; null without a service.', 1)),
    service_minimum_billing_cycle: z
      .int()
      .nullable()
      .meta(about('Least number of months that can be paid at once; null without a service.', 1)),
    service_type: ServiceType.nullable().describe('Kind of the service; null for a deposit and a custom line.'),
    amount: MoneyNumber.describe('Price of the line without VAT, after discounts.'),
    amount_with_vat: MoneyNumber.describe('The same with VAT at the rate of the account.'),
    amount_sublabel: z.string().meta(about('How the amount is calculated.', '1 month')),
    promo: PromoCode.nullable().describe('Promo code for the line; null for none.'),
  })
  .meta({ id: 'OrderLine', description: 'A line of an order.' });
export type OrderLine = z.infer<typeof OrderLine>;

const order = {
  id: Id.describe('Id of the order.'),
  tax_rate: z.number().meta(about('1.2 for VAT of 20 percent; 1 for a deposit.', 1.2)),
  amount: MoneyNumber.describe('Its amount without VAT.'),
  amount_with_vat: MoneyNumber.describe('The same with VAT at the rate of the account.'),
  amount_from_balance: MoneyNumber.describe('Part of it that the balance pays, or has paid.'),
  amount_refunded: MoneyNumber.describe('Part of it that was refunded to the balance, without VAT.'),
  amount_refunded_with_vat: MoneyNumber.describe('The same with VAT.'),
  payment_method: PaymentMethod.describe('How it will be paid, or was.'),
  status: OrderStatus.describe('Whether it is paid.'),
  type: OrderType.describe('What it is for.'),
  auto_pay: z.boolean().describe('Whether it is paid from the balance automatically, as soon as the balance covers it.'),
  promo_applicable: z.boolean().describe('Whether a promo code can lower it.'),
  created_at: Time.describe('When it was made.'),
  due_at: Time.nullable().describe(
    'Until when it waits for payment; postponed when the service was not available. Unchanged once the order is paid; null once it is cancelled unpaid.',
  ),
  payment_date: Time.nullable().describe('When it was paid; null until then.'),
  promo: PromoCode.nullable().describe('Promo code of the whole order; null for none.'),
  payment_information: z
    .record(z.string(), z.string())
    .nullable()
    .meta(
      about('What a payer must know, such as a bank account; null where there is nothing to know.', {
        iban: 'AT611904300234573201',
      }),
    ),
  payment_url: z
    .string()
    .nullable()
    .meta(about('Page of the gateway where it can be paid; null where there is none.', 'https://pay.example.com/o/1')),
  status_reason: z
    .string()
    .nullable()
    .meta(
      about(
        'Why a paid order was cancelled, in a sentence; null otherwise.',
        'The server could not be built. Your money is back on the balance.',
      ),
    ),
};

const payment_failure = z
  .string()
  .nullable()
  .meta(
    about(
      'Why the latest payment that failed did, in a sentence; null once the order is paid, and if none failed.',
      'The card was declined.',
    ),
  );

/** An order in a list. */
export const OrderSummary = z
  .strictObject({ ...order, payment_failure })
  .meta({ id: 'OrderSummary', description: 'An order as lists show it.' });
export type OrderSummary = z.infer<typeof OrderSummary>;

export const Order = z
  .strictObject({
    ...order,
    invoices: z.array(Invoice).describe('Invoices for it.'),
    services: z.array(OrderLine).describe('Its lines.'),
    payment_failure,
  })
  .meta({ id: 'Order', description: 'An order with its lines and invoices.' });
export type Order = z.infer<typeof Order>;

export const PayOrders = z
  .strictObject({
    order_ids: idList(1, 50).meta(about('Ids of unpaid orders, 1 to 50. All are paid or none.', [1])),
    payment_method: PaymentMethod.default('balance').describe('What to pay them with; from the balance unless given.'),
  })
  .meta({ id: 'PayOrders', description: 'The orders to pay.' });

export const UpdateOrder = z
  .strictObject({
    auto_pay: z
      .boolean()
      .optional()
      .describe(
        'Whether it is paid from the balance automatically, as soon as the balance covers it. Stays as it is when left out.',
      ),
    payment_method: PaymentMethod.optional().describe('How it will be paid. Stays as it is when left out.'),
    promo_code: PromoCodeText.nullable()
      .optional()
      .meta(about('Promo code for the order; null removes it. A better code of the order or of a server stays.', 'SPRING20')),
  })
  .meta({ id: 'UpdateOrder', description: 'The changes: at least one field.' });

export const ChangeRenewalPeriod = z
  .strictObject({
    billing_cycle: RenewalCycle.meta(about('Months to pay at once.', 3)),
    promo_code: PromoCodeText.optional().meta(
      about(
        'Promo code that lowers the line, for all of the order. A better code of the order or of a server stays.',
        'SPRING20',
      ),
    ),
  })
  .meta({ id: 'ChangeRenewalPeriod', description: 'The new period of the line.' });
