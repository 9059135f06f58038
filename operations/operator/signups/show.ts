import type { OperatorResult } from '@innkeeper/contract/operator/all';
import type { OperatorCx } from '../context.ts';
import { rulesView } from './view.ts';

export function showSignup(cx: OperatorCx): Promise<OperatorResult<'showSignup'>> {
  return rulesView(cx);
}
