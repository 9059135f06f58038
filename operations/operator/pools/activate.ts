import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import type { OperatorCx } from '../context.ts';
import { changeState } from './state.ts';

/** Assigns addresses of a pool again. Throws `not_found`. */
export function activatePool(cx: OperatorCx, { pool }: OperatorInput<'activatePool'>): Promise<OperatorResult<'activatePool'>> {
  return changeState(cx, 'activatePool', pool, false);
}
