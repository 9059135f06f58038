import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import type { OperatorCx } from '../context.ts';
import { changeState } from './state.ts';

/** Nothing more is placed on it. */
export function drainNode(cx: OperatorCx, { node }: OperatorInput<'drainNode'>): Promise<OperatorResult<'drainNode'>> {
  return changeState(cx, 'drainNode', node, 'draining');
}
