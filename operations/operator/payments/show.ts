import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import type { OperatorCx } from '../context.ts';
import { loadPayment } from './view.ts';

export function showPayment(cx: OperatorCx, { payment }: OperatorInput<'showPayment'>): Promise<OperatorResult<'showPayment'>> {
  return loadPayment(cx.db, payment);
}
