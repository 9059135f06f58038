import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import type { OperatorCx } from '../context.ts';
import { decide, lockWaiting } from './decide.ts';

/** Also by who has asked for it. */
export async function refuseApproval(
  cx: OperatorCx,
  { approval, reason }: OperatorInput<'refuseApproval'>,
): Promise<OperatorResult<'refuseApproval'>> {
  return decide(cx, await lockWaiting(cx, approval), 'refused', reason);
}
