import type { OperatorResult } from '@innkeeper/contract/operator/all';
import type { Database } from '@innkeeper/db/schema';
import { decimal } from '@innkeeper/model/money';
import type { Kysely, Selectable } from 'kysely';

export type ApprovalRow = Selectable<Database['staff_approvals']>;
type Shown = OperatorResult<'approveApproval'>;
export type ApprovedOperation = Shown['operation'];

/** With the name of who asked. */
export function approvalsQuery(db: Kysely<Database>) {
  return db.selectFrom('staff_approvals as p').innerJoin('staff as s', 's.id', 'p.requested_by').selectAll('p').select('s.name');
}

/** Times are Dates still. */
export function approvalView(row: ApprovalRow & { name: string }, now: Date) {
  const state: Shown['state'] = row.outcome ?? (row.expires_at <= now ? 'expired' : 'waiting');
  return {
    id: row.id,
    // The database's checks allow no others, and an input is the object that was checked.
    operation: row.operation as ApprovedOperation,
    input: row.input as Record<string, unknown>,
    amount: decimal(row.amount),
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
