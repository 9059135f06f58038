import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { moveStoppedServers } from '@innkeeper/domain/servers/move';
import type { OperatorCx } from '../context.ts';
import { changeState } from './state.ts';

/** Nothing new is placed on the node, and stopped servers move to other nodes; the reply says why the others stay. */
export async function drainNode(cx: OperatorCx, { node }: OperatorInput<'drainNode'>): Promise<OperatorResult<'drainNode'>> {
  const drained = await changeState(cx, 'drainNode', node, 'draining');
  return { ...drained, ...(await moveStoppedServers(cx, drained)) };
}
