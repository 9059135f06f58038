import { audit } from '@innkeeper/domain/audit';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';
import { type ApprovalRow, loadApproval } from './view.ts';

/** Locks and returns a pending approval. Throws `not_found`, and `wrong_state` if the approval was already decided or has expired. */
export async function lockPendingApproval(cx: OperatorCx, id: number): Promise<ApprovalRow> {
  const row = await cx.db.selectFrom('staff_approvals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new Failure('not_found', { message: `Approval ${id} does not exist.` });
  if (row.outcome !== null) throw new Failure('wrong_state', { message: `Approval ${id} was already ${row.outcome}.` });
  if (row.expires_at <= cx.clock.now())
    throw new Failure('wrong_state', { message: `Approval ${id} has expired. Request approval again.` });
  return row;
}

/** Records a decision and its audit line. Returns the approval. */
export async function decide(cx: OperatorCx, row: ApprovalRow, outcome: 'approved' | 'refused', reason: string | null) {
  const { actor } = cx;
  const now = cx.clock.now();
  const decision = {
    outcome,
    reason,
    decided_at: now,
    decided_name: actor.name,
    decided_by: actor.kind === 'staff' ? actor.id : null,
  };
  await cx.db.updateTable('staff_approvals').set(decision).where('id', '=', row.id).execute();
  const { operation, requested_by } = row;
  const action = outcome === 'approved' ? 'approveApproval' : 'refuseApproval';
  await audit(
    cx,
    action,
    { kind: 'approval', id: row.id, accountId: null },
    { operation, requested_by, ...(reason !== null && { reason }) },
  );
  return loadApproval(cx.db, row.id, now);
}
