import { ABOVE_LIMIT } from '@innkeeper/model/people/staff';
import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import { Amount, At, accountArgument, idArgument, oneLine, payeeFields } from '../operator/fields.ts';
import { ORDER_STATUSES } from '../schemas/order.ts';
import { Id } from '../schemas/primitives.ts';

const INVOICE_TYPES = ['proform', 'original', 'credit-note'] as const;

/** Destinations of refunded money. */
const REFUND_WAYS = ['payer', 'balance'] as const;

const REFUND_STATES = ['pending', 'succeeded', 'failed'] as const;

/** Largest deposit in one order, without VAT. */
const MAX_ORDER_AMOUNT = 1_000_000;

/**
 * Returns whether the sum is positive and within the limit of an order. Returns true if a line has no amount, because another rule refuses
 * that line.
 */
function isValidSum(lines: readonly string[]): boolean {
  const sum = lines.reduce((total, line) => total + Number(line.split('=')[1]), 0);
  return Number.isNaN(sum) || (sum > 0 && sum <= MAX_ORDER_AMOUNT);
}

const order = idArgument('order');

const OrderRefund = z.strictObject({
  net: Amount,
  vat: Amount,
  gross: Amount,
  to: z.enum(REFUND_WAYS),
  /** Id of the refund of the payment, or `null` if the money went to the balance. */
  payment_refund: Id.nullable(),
});

const OrderDetails = z.strictObject({
  id: Id,
  account: Id,
  email: z.string().nullable(),
  type: z.string(),
  status: z.enum(ORDER_STATUSES),
  /** Reason of a cancellation, as the customer reads it, or `null`. */
  status_reason: z.string().nullable(),
  net: Amount,
  vat: Amount,
  gross: Amount,
  /** Amount with VAT that came back, for any reason. */
  refunded: Amount,
  method: z.string(),
  created_at: At,
  due_at: At.nullable(),
  paid_at: At.nullable(),
  lines: z.array(
    z.strictObject({
      id: Id,
      label: z.string(),
      sublabel: z.string(),
      service: Id.nullable(),
      period: z.strictObject({ from: At, to: At }).nullable(),
      net: Amount,
      vat: Amount,
      gross: Amount,
      refunded_net: Amount,
      refunded_vat: Amount,
    }),
  ),
  payments: z.array(z.strictObject({ id: Id, gateway: z.string(), state: z.string(), amount: Amount, reference: z.string() })),
  invoices: z.array(z.strictObject({ number: z.string(), type: z.enum(INVOICE_TYPES), gross: Amount })),
  /** Refunds by staff. */
  refunds: z.array(
    OrderRefund.extend({
      id: Id,
      /** State of the refund of the payment, or `null` if the money went to the balance at once. A failed one is on the balance again. */
      state: z.enum(REFUND_STATES).nullable(),
      reason: z.string(),
      created_at: At,
    }),
  ),
});

export const orders = {
  showOrder: staffOperation({
    method: 'GET',
    path: '/operator/orders/{order}',
    command: 'order show',
    args: ['order'],
    roles: ['support', 'billing'],
    resource: 'orders',
    summary: 'show an order with its lines, payments, invoices and refunds',
    changes: false,
    input: z.strictObject({ order }),
    reply: OrderDetails,
    failures: ['not_found'],
  }),
  refundOrder: staffOperation({
    method: 'POST',
    path: '/operator/orders/{order}/refund',
    command: 'order refund',
    args: ['order'],
    roles: ['billing'],
    recent: true,
    approval: ABOVE_LIMIT,
    resource: 'orders',
    summary: 'refund lines of a paid order, in whole or in part; its services stay',
    changes: true,
    input: z.strictObject({
      order,
      to: z
        .enum(REFUND_WAYS, 'Must be payer or balance.')
        .meta({ description: 'destination of the money: payer or balance', value: 'way' }),
      lines: z
        .array(
          z
            .string()
            .regex(
              /^[1-9]\d{0,9}(=\d{1,9}(\.\d{1,2})?)?$/,
              'Must be the id of a line, or a line and an amount without VAT, such as 41=5.00.',
            )
            .refine((text) => Number(text.split('=')[1] ?? 1) > 0, 'The amount must be more than 0.'),
        )
        .min(1)
        .max(500)
        .refine((lines) => new Set(lines.map((text) => text.split('=')[0])).size === lines.length, 'Each line can be named once.')
        .optional()
        .meta({
          description: 'lines to refund, each with an amount without VAT, such as 41=5.00,42 (default: all that is left)',
          value: 'lines',
        }),
      ...payeeFields,
      reason: oneLine(200).meta({ description: 'reason, which the customer reads', value: 'sentence' }),
      dry_run: z.boolean().default(false).meta({ description: 'show the refund without making it' }),
    }),
    reply: OrderDetails.extend({
      refund: OrderRefund.extend({ id: Id.nullable() }),
      /** Sentences about services that go on although refunded in full, and about an account to which a refund failed, or `null`. */
      warning: z.string().nullable(),
    }),
    failures: ['not_found', 'wrong_state', 'locked', 'insufficient_funds'],
  }),
  addOrder: staffOperation({
    method: 'POST',
    path: '/operator/accounts/{account}/orders',
    command: 'order add',
    args: ['account'],
    roles: ['billing'],
    status: 201,
    recent: true,
    resource: 'orders',
    summary: 'create an order for something that is no plan or addon; the customer pays it like any order',
    changes: true,
    input: z.strictObject({
      account: accountArgument,
      lines: z
        .array(
          z
            .string()
            .regex(/^[^=\p{Cc}]{1,100}=\d{1,9}(\.\d{1,2})?$/u, 'Must be a text and an amount without VAT, such as Setup=50.00.'),
        )
        .min(1)
        .max(20)
        .refine(isValidSum, 'The amounts must add up to more than 0.00 and at most 1000000.00 without VAT.')
        .meta({
          description: 'lines of the order, each with its amount without VAT, such as Setup=50.00,Cabling=20',
          value: 'lines',
        }),
      auto_pay: z
        .boolean()
        .default(false)
        .meta({ description: 'pay the order from the balance, now or as soon as the balance covers it' }),
    }),
    reply: z.strictObject({
      id: Id,
      account_id: Id,
      status: z.enum(ORDER_STATUSES),
      net: Amount,
      vat: Amount,
      gross: Amount,
      due_at: At.nullable(),
    }),
    failures: ['not_found'],
  }),
};
