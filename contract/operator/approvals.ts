import { z } from 'zod';
import { Id } from '../schemas/primitives.ts';
import { operatorOperation } from './define.ts';
import { Amount, At, idArgument, listOf, oneLine, paging } from './fields.ts';

/** Operations that need a second person past the limit of a day. */
export const APPROVED_OPERATIONS = ['assignBank', 'confirmPayment', 'fundAccount', 'refundPayment', 'setService'] as const;

export const Approval = z.strictObject({
  id: Id,
  operation: z.enum(APPROVED_OPERATIONS),
  /** As it was asked for. */
  input: z.record(z.string(), z.unknown()),
  /** Amount that is credited or refunded, price of the time that is given, or incoming money above what its payment asks for. */
  amount: Amount,
  account: Id,
  requested_by: z.string(),
  requested_at: At,
  expires_at: At,
  state: z.enum(['waiting', 'approved', 'refused', 'expired']),
  decided_by: z.string().nullable(),
  decided_at: At.nullable(),
  reason: z.string().nullable(),
});

const approval = idArgument('approval');

export const approvals = {
  listApprovals: operatorOperation({
    resource: 'approvals',
    summary: 'list what waits for a second person of the staff, the oldest first',
    changes: false,
    input: z.strictObject({ all: z.boolean().default(false).meta({ description: 'decided and expired ones too' }), ...paging }),
    reply: listOf(Approval),
    failures: [],
  }),
  approveApproval: operatorOperation({
    resource: 'approvals',
    summary: 'approve what another person has asked for, and do it',
    changes: true,
    args: ['approval'],
    input: z.strictObject({ approval }),
    reply: Approval,
    failures: ['not_found', 'wrong_state', 'insufficient_funds', 'locked'],
  }),
  refuseApproval: operatorOperation({
    resource: 'approvals',
    summary: 'refuse what waits for a second person; who asked for it may take it back so',
    changes: true,
    args: ['approval'],
    input: z.strictObject({ approval, reason: oneLine(200).meta({ description: 'why', value: 'sentence' }) }),
    reply: Approval,
    failures: ['not_found', 'wrong_state'],
  }),
};
