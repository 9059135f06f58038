import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import type { OperatorCx } from '../context.ts';
import { changeSale } from './sale.ts';

export function enablePlan(cx: OperatorCx, { key }: OperatorInput<'enablePlan'>): Promise<OperatorResult<'enablePlan'>> {
  return changeSale(cx, 'enablePlan', key, true);
}
