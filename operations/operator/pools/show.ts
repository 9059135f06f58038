import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import type { OperatorCx } from '../context.ts';
import { loadPool } from './view.ts';

/** Returns a pool. Throws `not_found`. */
export function showPool(cx: OperatorCx, { pool }: OperatorInput<'showPool'>): Promise<OperatorResult<'showPool'>> {
  return loadPool(cx, pool);
}
