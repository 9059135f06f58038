import { ABOVE_LIMIT } from '@innkeeper/model/people/staff';
import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import { Amount, At, accountArgument, idArgument, listOf, money, paging, payeeFields } from '../operator/fields.ts';
import { Id } from '../schemas/primitives.ts';

const STATES = ['pending', 'succeeded', 'failed', 'unknown'] as const;

const Payment = z.strictObject({
  id: Id,
  account_id: Id,
  gateway: z.string(),
  kind: z.enum(['checkout', 'saved_card', 'transfer']),
  state: z.enum(STATES),
  amount: Amount,
  received: Amount,
  refunded: Amount,
  reference: z.string(),
  order_ids: z.array(Id),
  reason: z.string().nullable(),
  created_at: At,
});

const PaymentDetails = Payment.extend({
  gateway_id: z.string().nullable(),
  failure_code: z.string().nullable(),
  next_look_at: At.nullable(),
  ended_at: At.nullable(),
  receipts: z.array(z.strictObject({ receipt: z.string(), amount: Amount, received_at: At })),
  refunds: z.array(
    z.strictObject({ id: Id, amount: Amount, state: z.enum(STATES), reason: z.string().nullable(), created_at: At }),
  ),
  disputes: z.array(
    z.strictObject({
      id: Id,
      amount: Amount,
      written_off: Amount,
      state: z.enum(['open', 'won', 'lost', 'settled']),
      opened_at: At,
    }),
  ),
});

const payment = idArgument('payment');

export const payments = {
  listPayments: staffOperation({
    method: 'GET',
    path: '/operator/payments',
    command: 'payment list',
    roles: ['support', 'billing'],
    resource: 'payments',
    summary: 'list payments, newest first',
    changes: false,
    input: z.strictObject({
      account: accountArgument.optional(),
      state: z
        .enum(STATES)
        .optional()
        .meta({ description: `only payments in this state: ${STATES.join(', ')}`, value: 'state' }),
      ...paging,
    }),
    reply: listOf(Payment),
    failures: ['not_found'],
  }),
  showPayment: staffOperation({
    method: 'GET',
    path: '/operator/payments/{payment}',
    command: 'payment show',
    args: ['payment'],
    roles: ['support', 'billing'],
    resource: 'payments',
    summary: 'show a payment with its receipts, refunds and disputes',
    changes: false,
    input: z.strictObject({ payment }),
    reply: PaymentDetails,
    failures: ['not_found'],
  }),
  confirmPayment: staffOperation({
    method: 'POST',
    path: '/operator/payments/{payment}/confirm',
    command: 'payment confirm',
    args: ['payment'],
    roles: ['billing'],
    recent: true,
    approval: ABOVE_LIMIT,
    resource: 'payments',
    summary: 'confirm that the money of a payment has arrived, once for each payment',
    changes: true,
    input: z.strictObject({
      payment,
      amount: money.optional().meta({ description: 'amount received (default: the requested amount)', value: 'amount' }),
    }),
    reply: PaymentDetails,
    failures: ['not_found', 'wrong_state'],
  }),
  failPayment: staffOperation({
    method: 'POST',
    path: '/operator/payments/{payment}/fail',
    command: 'payment fail',
    args: ['payment'],
    roles: ['billing'],
    resource: 'payments',
    summary: 'mark a pending or unknown payment as failed, because no money will arrive',
    changes: true,
    input: z.strictObject({ payment }),
    reply: PaymentDetails,
    failures: ['not_found', 'wrong_state'],
  }),
  refundPayment: staffOperation({
    method: 'POST',
    path: '/operator/payments/{payment}/refund',
    command: 'payment refund',
    args: ['payment'],
    roles: ['billing'],
    recent: true,
    approval: ABOVE_LIMIT,
    resource: 'payments',
    summary: 'refund a payment to the payer, from the balance of the account',
    changes: true,
    input: z.strictObject({
      payment,
      amount: money
        .refine((text) => Number(text) > 0, 'Must be more than 0.')
        .optional()
        .meta({ description: 'amount to refund (default: everything that is left)', value: 'amount' }),
      ...payeeFields,
    }),
    reply: PaymentDetails.extend({
      /** Sentence about an account to which a refund of the payment has failed before, or `null`. */
      warning: z.string().nullable(),
    }),
    failures: ['not_found', 'wrong_state', 'insufficient_funds'],
  }),
};

export const disputes = {
  settleDispute: staffOperation({
    method: 'POST',
    path: '/operator/disputes/{dispute}/settle',
    command: 'dispute settle',
    args: ['dispute'],
    roles: ['billing'],
    recent: true,
    resource: 'payments',
    summary: 'mark a lost dispute as settled with the customer, so that the account can order again',
    changes: true,
    input: z.strictObject({ dispute: idArgument('dispute') }),
    reply: PaymentDetails,
    failures: ['not_found', 'wrong_state'],
  }),
};

const StatementLine = z.strictObject({
  id: Id,
  account: z.string(),
  statement: z.string(),
  line: z.string(),
  reference: z.string().nullable(),
  booked_on: z.string(),
  amount: Amount,
  currency: z.string(),
  payer: z.string(),
  text: z.string(),
  payment_id: Id.nullable(),
  hint: z.string().nullable(),
});

export const bank = {
  importBank: staffOperation({
    command: 'bank import',
    args: ['file'],
    hostOnly: 'It reads a file of the host.',
    resource: 'bank',
    summary: 'import the credits of a bank statement (CAMT.053), match those with a payment reference, and close those sent back',
    changes: true,
    input: z.strictObject({
      file: z.string().min(1).meta({ description: 'path of the bank statement', value: 'file' }),
      account: z
        .string()
        .regex(/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/, 'Must be an IBAN without spaces.')
        .optional()
        .meta({ description: 'account of the statement, if it is not the account of the seller', value: 'iban' }),
    }),
    reply: z.strictObject({
      lines: z.int(),
      known: z.int(),
      matched: z.int(),
      /** Matched credits that become balance, a sentence each: their payments are complete, or their orders are cancelled. */
      warnings: z.array(z.string()),
      unmatched: z.array(StatementLine),
      /** Credits that debits of the file sent back to their payers. */
      returned: z.array(StatementLine.extend({ returned_on: z.string() })),
      reversed: z.array(
        StatementLine.pick({
          ...{ statement: true, line: true, booked_on: true, amount: true, currency: true, payer: true, text: true },
          payment_id: true,
        }),
      ),
      unreadable: z.array(z.strictObject({ statement: z.string(), entry: z.int(), reason: z.string() })),
    }),
    failures: ['validation'],
  }),
  listBank: staffOperation({
    method: 'GET',
    path: '/operator/bank',
    command: 'bank list',
    roles: ['billing'],
    resource: 'bank',
    summary: 'list bank credits that wait for a payment, oldest first',
    changes: false,
    input: z.strictObject({
      all: z
        .boolean()
        .default(false)
        .meta({ description: 'include credits that were sent back, and those of a booking that has their money' }),
      ...paging,
    }),
    reply: listOf(
      StatementLine.extend({
        returned_on: z.string().nullable(),
        /** Booking that has the money already: a failed refund that came back, the parts of this sum, or the sum of this part. */
        closed_by: z.enum(['refund', 'parts', 'sum']).nullable(),
      }),
    ),
    failures: [],
  }),
  assignBank: staffOperation({
    method: 'POST',
    path: '/operator/bank/{line}/assign',
    command: 'bank assign',
    args: ['line'],
    roles: ['billing'],
    recent: true,
    approval: ABOVE_LIMIT,
    resource: 'bank',
    summary: 'assign a bank credit to a payment, or add it to the balance of an account',
    changes: true,
    input: z
      .strictObject({
        line: idArgument('credit, as `bank list` shows it'),
        payment: payment.optional(),
        account: accountArgument
          .optional()
          .meta({ description: 'account that gets the credit as balance, by id or email address', value: 'account' }),
      })
      .refine(({ payment, account }) => (payment === undefined) !== (account === undefined), {
        path: ['payment'],
        error: 'Name either a payment or an account.',
      }),
    reply: StatementLine.extend({
      account_id: Id,
      /** The first 20 orders of an account that gets the credit as balance, which wait for payment. Empty for a credit of a payment. */
      waiting_orders: z.array(z.strictObject({ id: Id, amount: Amount })),
      /** Sentence about a credit of a payment whose money becomes balance, because the payment did not ask for it. */
      warning: z.string().nullable(),
    }),
    failures: ['not_found', 'wrong_state'],
  }),
};
