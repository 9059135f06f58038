import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import type { OperatorCx } from '../context.ts';
import { changeState } from './state.ts';

/** Stops assigning addresses of a pool. Throws `not_found`. */
export function drainPool(cx: OperatorCx, { pool }: OperatorInput<'drainPool'>): Promise<OperatorResult<'drainPool'>> {
  return changeState(cx, 'drainPool', pool, true);
}
