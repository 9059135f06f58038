import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import type { OperatorCx } from '../context.ts';
import { changeImage } from './change.ts';

export function enableImage(cx: OperatorCx, { key }: OperatorInput<'enableImage'>): Promise<OperatorResult<'enableImage'>> {
  return changeImage(cx, 'enableImage', key, { disabled_at: null });
}
