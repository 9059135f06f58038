import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import type { OperatorCx } from '../context.ts';
import { changeSale } from './sale.ts';

export function disablePlan(cx: OperatorCx, { key }: OperatorInput<'disablePlan'>): Promise<OperatorResult<'disablePlan'>> {
  return changeSale(cx, 'disablePlan', key, false);
}
