import { audit } from '@innkeeper/domain/audit';
import { noNode } from '@innkeeper/domain/nodes/find';
import type { OperatorCx } from '../context.ts';
import { nodeView } from './view.ts';

/** Sets whether new servers are placed on a node. Running servers are not affected. */
export async function changeState(cx: OperatorCx, action: string, name: string, state: 'active' | 'draining') {
  const node = await cx.db.updateTable('nodes').set({ state }).where('name', '=', name).returningAll().executeTakeFirst();
  if (!node) throw noNode(name);
  await audit(cx, action, { kind: 'node', id: node.id }, { name });
  return nodeView(node, cx.clock.now());
}
