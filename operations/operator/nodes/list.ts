import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import type { OperatorCx } from '../context.ts';
import { listPage } from '../page.ts';
import { nodeView } from './view.ts';

/** Lists nodes, oldest first. */
export function listNodes(cx: OperatorCx, input: OperatorInput<'listNodes'>): Promise<OperatorResult<'listNodes'>> {
  const now = cx.clock.now();
  return listPage(cx.db.selectFrom('nodes').selectAll().orderBy('id'), input, (node) => nodeView(node, now));
}
