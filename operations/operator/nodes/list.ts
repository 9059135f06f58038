import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { listPage } from '@innkeeper/domain/staff/list-page';
import type { OperatorCx } from '../context.ts';
import { nodeView } from './view.ts';

/** Lists nodes, oldest first. */
export function listNodes(cx: OperatorCx, input: OperatorInput<'listNodes'>): Promise<OperatorResult<'listNodes'>> {
  const now = cx.clock.now();
  return listPage(cx.db.selectFrom('nodes').selectAll().orderBy('id'), input, (node) => nodeView(node, now));
}
