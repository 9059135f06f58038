import { type NeededApproval, STAFF_ROLES } from '@innkeeper/model/people/staff';
import { z } from 'zod';
import { type OperatorOperation, staffOperation } from '../operator/define.ts';
import { Amount, At, idArgument, listOf, oneLine, paging } from '../operator/fields.ts';
import { Id } from '../schemas/primitives.ts';
import { accounts } from './accounts.staff.ts';
import { orders } from './orders.staff.ts';
import { bank, payments } from './payments.staff.ts';
import { refunds } from './refunds.staff.ts';
import { services } from './services.staff.ts';

const ENTRIES = { ...accounts, ...services, ...payments, ...refunds, ...bank, ...orders };
type Entries = typeof ENTRIES;
type Approved = { [Name in keyof Entries]: Entries[Name] extends { approval: NeededApproval } ? Name : never }[keyof Entries];

/** Names of the operations that may need a second person. All of them are in `ENTRIES`, or `approvalView` does not compile. */
const APPROVED = Object.entries<OperatorOperation>(ENTRIES)
  .filter(([, { approval }]) => approval)
  .map(([name]) => name as Approved)
  .sort();

export const Approval = z.strictObject({
  id: Id,
  operation: z.enum(APPROVED),
  /** Input of the requested operation. */
  input: z.record(z.string(), z.unknown()),
  /** Amount credited, charged or refunded, price of the added time, or incoming money above the amount of its payment. `null` for an operation that always needs approval. */
  amount: Amount.nullable(),
  account: Id.nullable(),
  /** Address of the account's owner, or `null` without an account. */
  email: z.string().nullable(),
  /** Name of the account. */
  customer: z.string().nullable(),
  /** Names of the services that the request concerns, or labels of its order lines. At most 25. */
  about: z.array(z.string()),
  requested_by: z.string(),
  requested_at: At,
  expires_at: At,
  /** `void`: it can no longer be carried out, as `reason` says. Nobody decided. */
  state: z.enum(['waiting', 'approved', 'refused', 'expired', 'void']),
  decided_by: z.string().nullable(),
  decided_at: At.nullable(),
  reason: z.string().nullable(),
  /** Roles that may decide. */
  approvers: z.array(z.enum(STAFF_ROLES)),
  /** True if the caller may decide. */
  may_decide: z.boolean(),
});

const approval = idArgument('approval');

export const approvals = {
  listApprovals: staffOperation({
    method: 'GET',
    path: '/operator/approvals',
    command: 'approval list',
    roles: ['support', 'billing', 'technical'],
    resource: 'approvals',
    summary: 'list requests that wait for approval by a second person, oldest first',
    changes: false,
    input: z.strictObject({
      all: z.boolean().default(false).meta({ description: 'include approved, refused, expired and void requests' }),
      ...paging,
    }),
    reply: listOf(Approval),
    failures: [],
  }),
  showApproval: staffOperation({
    method: 'GET',
    path: '/operator/approvals/{approval}',
    command: 'approval show',
    args: ['approval'],
    roles: ['support', 'billing', 'technical'],
    resource: 'approvals',
    summary: 'show a request for approval with all that its decision needs: input, reason, who may decide, and until when',
    changes: false,
    input: z.strictObject({ approval }),
    reply: Approval,
    failures: ['not_found'],
  }),
  approveApproval: staffOperation({
    method: 'POST',
    path: '/operator/approvals/{approval}/approve',
    command: 'approval approve',
    args: ['approval'],
    roles: ['support', 'billing', 'technical'],
    recent: true,
    resource: 'approvals',
    summary: 'approve a request of another person and carry it out',
    changes: true,
    input: z.strictObject({ approval }),
    reply: Approval,
    failures: ['not_found', 'wrong_state', 'insufficient_funds', 'locked'],
  }),
  refuseApproval: staffOperation({
    method: 'POST',
    path: '/operator/approvals/{approval}/refuse',
    command: 'approval refuse',
    args: ['approval'],
    roles: ['support', 'billing', 'technical'],
    resource: 'approvals',
    summary: 'refuse a pending approval, or withdraw one that you requested',
    changes: true,
    input: z.strictObject({ approval, reason: oneLine(200).meta({ description: 'reason', value: 'sentence' }) }),
    reply: Approval,
    failures: ['not_found', 'wrong_state'],
  }),
};
