import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { Failure } from '@innkeeper/model/failures';
import { fundAccount } from '../accounts/fund.ts';
import type { OperatorCx } from '../context.ts';
import { refundPayment } from '../payments/refund.ts';
import { judgeMove, setService } from '../services/set.ts';
import { decide, lockWaiting } from './decide.ts';
import type { ApprovalRow, ApprovedOperation } from './view.ts';

/**
 * Does what was asked for, once and in this transaction; what is refused then leaves the approval waiting. Throws `wrong_state` for who has
 * asked for it, when that person has left, and where it would give more by now.
 */
export async function approveApproval(
  cx: OperatorCx,
  { approval: id }: OperatorInput<'approveApproval'>,
): Promise<OperatorResult<'approveApproval'>> {
  const row = await lockWaiting(cx, id);
  const { actor, db } = cx;
  if (actor.kind === 'staff' && actor.id === row.requested_by)
    throw new Failure('wrong_state', { message: 'Another person has to approve this.' });
  const asker = await db
    .selectFrom('staff')
    .select(['name', 'disabled_at'])
    .where('id', '=', row.requested_by)
    .executeTakeFirstOrThrow();
  if (asker.disabled_at) throw new Failure('wrong_state', { message: `${asker.name}, who asked for this, has left.` });
  await perform(cx, row);
  return decide(cx, row, 'approved', null);
}

async function perform(cx: OperatorCx, { operation, input, amount }: ApprovalRow): Promise<unknown> {
  const name = operation as ApprovedOperation;
  // Its entry has checked it when it was asked for.
  const given: object = input;
  if (name === 'fundAccount') return fundAccount(cx, given as OperatorInput<'fundAccount'>);
  if (name === 'refundPayment') return refundPayment(cx, given as OperatorInput<'refundPayment'>);
  const move = given as OperatorInput<'setService'>;
  // Its end may have come nearer meanwhile.
  if ((await judgeMove(cx, move)).gift > amount)
    throw new Failure('wrong_state', { message: 'It would give more by now than was asked for. Please ask for it again.' });
  return setService(cx, move);
}
