import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import type { OperatorCx } from '../context.ts';
import { changeImage } from './change.ts';

export function disableImage(cx: OperatorCx, { key }: OperatorInput<'disableImage'>): Promise<OperatorResult<'disableImage'>> {
  return changeImage(cx, 'disableImage', key, { disabled_at: cx.clock.now() });
}
