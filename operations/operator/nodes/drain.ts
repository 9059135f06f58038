import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { moveStoppedServers } from '@innkeeper/domain/servers/move';
import type { OperatorCx } from '../context.ts';
import { changeState } from './state.ts';

/** Stops placing servers on the node and moves stopped servers to other nodes. The reply explains why other servers stay. */
export async function drainNode(cx: OperatorCx, { node }: OperatorInput<'drainNode'>): Promise<OperatorResult<'drainNode'>> {
  const drained = await changeState(cx, 'drainNode', node, 'draining');
  return { ...drained, ...(await moveStoppedServers(cx, drained)) };
}
