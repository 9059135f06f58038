import { ABOVE_LIMIT } from '@innkeeper/model/people/staff';
import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import { Amount, At, idArgument, listOf, oneLine, paging } from '../operator/fields.ts';
import { Id } from '../schemas/primitives.ts';

const STATES = ['pending', 'succeeded', 'failed'] as const;

const Refund = z.strictObject({
  id: Id,
  payment: Id,
  account: Id,
  amount: Amount,
  state: z.enum(STATES),
  /** True while a person has to send the money. */
  to_send: z.boolean(),
  payee: z.string().nullable(),
  iban: z.string().nullable(),
  /** Text of the transfer. Not the reference of the payment, so that a transfer that comes back is not posted to it. */
  reference: z.string(),
  reason: z.string().nullable(),
  created_at: At,
  ended_at: At.nullable(),
});

const refund = idArgument('refund');

export const refunds = {
  listRefunds: staffOperation({
    method: 'GET',
    path: '/operator/refunds',
    command: 'refund list',
    roles: ['billing'],
    resource: 'refunds',
    summary: 'list refunds to payers, newest first',
    changes: false,
    input: z.strictObject({
      state: z
        .enum(STATES)
        .optional()
        .meta({ description: `only refunds in this state: ${STATES.join(', ')}`, value: 'state' }),
      to_send: z.boolean().default(false).meta({ description: 'only refunds that a person has to send' }),
      ...paging,
    }),
    reply: listOf(Refund),
    failures: [],
  }),
  settleRefund: staffOperation({
    method: 'POST',
    path: '/operator/refunds/{refund}/settle',
    command: 'refund settle',
    args: ['refund'],
    roles: ['billing'],
    recent: true,
    resource: 'refunds',
    summary: 'mark a refund by bank transfer as sent',
    changes: true,
    input: z.strictObject({ refund }),
    reply: Refund,
    failures: ['not_found', 'wrong_state'],
  }),
  failRefund: staffOperation({
    method: 'POST',
    path: '/operator/refunds/{refund}/fail',
    command: 'refund fail',
    args: ['refund'],
    roles: ['billing'],
    recent: true,
    approval: ABOVE_LIMIT,
    resource: 'refunds',
    summary: 'mark a refund by bank transfer as failed, also after it came back; the money returns to the balance',
    changes: true,
    input: z.strictObject({
      refund,
      reason: oneLine(200).meta({ description: 'reason, as a sentence that the customer reads', value: 'sentence' }),
    }),
    reply: Refund,
    failures: ['not_found', 'wrong_state'],
  }),
};
