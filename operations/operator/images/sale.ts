import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import type { OperatorCx } from '../context.ts';
import { changeImage } from './change.ts';

type Action = 'enableImage' | 'disableImage';

export const enableImage = sale('enableImage');
export const disableImage = sale('disableImage');

/** Returns the operation that puts an image on sale or takes it off sale. Servers built from the image keep it. */
function sale(action: Action) {
  return (cx: OperatorCx, { key }: OperatorInput<Action>): Promise<OperatorResult<Action>> =>
    changeImage(cx, action, key, { disabled_at: action === 'enableImage' ? null : cx.clock.now() });
}
