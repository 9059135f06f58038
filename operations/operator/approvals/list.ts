import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { listPage } from '@innkeeper/domain/staff/list-page';
import type { OperatorCx } from '../context.ts';
import { approvalsQuery, approvalView } from './view.ts';

/** Lists pending approvals, or all, oldest first. */
export function listApprovals(cx: OperatorCx, input: OperatorInput<'listApprovals'>): Promise<OperatorResult<'listApprovals'>> {
  const now = cx.clock.now();
  const all = approvalsQuery(cx.db).orderBy('p.id');
  const query = input.all ? all : all.where('p.outcome', 'is', null).where('p.expires_at', '>', now);
  return listPage(query, input, (row) => approvalView(row, now));
}
