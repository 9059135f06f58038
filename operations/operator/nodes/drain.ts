import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { moveStoppedServers } from '@innkeeper/domain/servers/move';
import type { OperatorCx } from '../context.ts';
import { changeState } from './state.ts';

/** Nothing more is placed on it, and what is off moves to other nodes; the answer says of the rest why it stays. */
export async function drainNode(cx: OperatorCx, { node }: OperatorInput<'drainNode'>): Promise<OperatorResult<'drainNode'>> {
  const drained = await changeState(cx, 'drainNode', node, 'draining');
  return { ...drained, ...(await moveStoppedServers(cx, drained)) };
}
