import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import type { OperatorCx } from '../context.ts';
import { decide, lockPendingApproval } from './decide.ts';

/** Refuses an approval. The requester may refuse it, too. */
export async function refuseApproval(
  cx: OperatorCx,
  { approval, reason }: OperatorInput<'refuseApproval'>,
): Promise<OperatorResult<'refuseApproval'>> {
  return decide(cx, await lockPendingApproval(cx, approval), 'refused', reason);
}
