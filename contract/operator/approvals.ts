import { z } from 'zod';
import { Id } from '../schemas/primitives.ts';
import { operatorOperation } from './define.ts';
import { Amount, At, idArgument, listOf, oneLine, paging } from './fields.ts';

/** Operations that need a second person above a daily limit. */
export const APPROVED_OPERATIONS = ['assignBank', 'confirmPayment', 'fundAccount', 'refundPayment', 'setService'] as const;

export const Approval = z.strictObject({
  id: Id,
  operation: z.enum(APPROVED_OPERATIONS),
  /** Input of the requested operation. */
  input: z.record(z.string(), z.unknown()),
  /** Amount credited or refunded, price of the added time, or incoming money above the amount of its payment. */
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
    summary: 'list requests that wait for approval by a second person, oldest first',
    changes: false,
    input: z.strictObject({
      all: z.boolean().default(false).meta({ description: 'include approved, refused and expired requests' }),
      ...paging,
    }),
    reply: listOf(Approval),
    failures: [],
  }),
  approveApproval: operatorOperation({
    resource: 'approvals',
    summary: 'approve a request of another person and carry it out',
    changes: true,
    args: ['approval'],
    input: z.strictObject({ approval }),
    reply: Approval,
    failures: ['not_found', 'wrong_state', 'insufficient_funds', 'locked'],
  }),
  refuseApproval: operatorOperation({
    resource: 'approvals',
    summary: 'refuse a pending approval, or withdraw one that you requested',
    changes: true,
    args: ['approval'],
    input: z.strictObject({ approval, reason: oneLine(200).meta({ description: 'reason', value: 'sentence' }) }),
    reply: Approval,
    failures: ['not_found', 'wrong_state'],
  }),
};
