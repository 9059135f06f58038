import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { noNode } from '@innkeeper/domain/nodes/find';
import type { OperatorCx } from '../context.ts';
import { nodeDetails } from './view.ts';

/** Returns the capacity of a node, its number of servers and warnings. */
export async function showNode(cx: OperatorCx, input: OperatorInput<'showNode'>): Promise<OperatorResult<'showNode'>> {
  const node = await cx.db.selectFrom('nodes').selectAll().where('name', '=', input.node).executeTakeFirst();
  if (!node) throw noNode(input.node);
  return nodeDetails(cx, node);
}
