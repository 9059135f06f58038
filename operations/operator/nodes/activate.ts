import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import type { OperatorCx } from '../context.ts';
import { changeState } from './state.ts';

/** Allows new servers on the node again. */
export function activateNode(cx: OperatorCx, { node }: OperatorInput<'activateNode'>): Promise<OperatorResult<'activateNode'>> {
  return changeState(cx, 'activateNode', node, 'active');
}
