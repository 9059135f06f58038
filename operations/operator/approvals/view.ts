import type { ApprovedOperation, OperatorResult } from '@innkeeper/contract/operator/all';
import type { Database } from '@innkeeper/db/schema';
import { formatDecimal } from '@innkeeper/model/money';
import type { Kysely, Selectable } from 'kysely';

export type ApprovalRow = Selectable<Database['staff_approvals']>;
type Shown = OperatorResult<'approveApproval'>;

/** Selects approvals with the name of the requester. */
export function approvalsQuery(db: Kysely<Database>) {
  return db.selectFrom('staff_approvals as p').innerJoin('staff as s', 's.id', 'p.requested_by').selectAll('p').select('s.name');
}

/** Returns an approval as shown to the operator. Times are `Date` objects. */
export function approvalView(row: ApprovalRow & { name: string }, now: Date) {
  const state: Shown['state'] = row.outcome ?? (row.expires_at <= now ? 'expired' : 'waiting');
  return {
    id: row.id,
    // Check constraints allow no other operations, and the input is the object that was validated.
    operation: row.operation as ApprovedOperation,
    input: row.input as Record<string, unknown>,
    amount: formatDecimal(row.amount),
    account: row.account_id,
    requested_by: row.name,
    requested_at: row.requested_at,
    expires_at: row.expires_at,
    state,
    decided_by: row.decided_name,
    decided_at: row.decided_at,
    reason: row.reason,
  };
}

export async function loadApproval(db: Kysely<Database>, id: number, now: Date) {
  return approvalView(await approvalsQuery(db).where('p.id', '=', id).executeTakeFirstOrThrow(), now);
}
