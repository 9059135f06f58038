import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { insertNode } from '@innkeeper/db/tables/nodes';
import { audit } from '@innkeeper/domain/audit';
import { invalid } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';
import { nodeDetails } from './view.ts';

/** Adds a node. It offers nothing until a worker with its name has measured the host. Throws `validation` if the name already exists. */
export async function addNode(cx: OperatorCx, { node: name }: OperatorInput<'addNode'>): Promise<OperatorResult<'addNode'>> {
  const node = await insertNode(cx.db, name);
  if (!node) throw invalid('node', `Node ${name} already exists.`);
  await audit(cx, 'addNode', { kind: 'node', id: node.id }, { name });
  return nodeDetails(cx, node);
}
