import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import type { StaffActor } from '@innkeeper/domain/actor';
import { Failure } from '@innkeeper/model/failures';
import type { Cents } from '@innkeeper/model/money';
import { fundAccount } from '../accounts/fund.ts';
import { assignBank, judgeAssignment } from '../bank/assign.ts';
import type { OperatorCx } from '../context.ts';
import { confirmPayment, judgeConfirmation } from '../payments/confirm.ts';
import { refundPayment } from '../payments/refund.ts';
import { judgeMove, setService } from '../services/set.ts';
import { decide, lockWaiting } from './decide.ts';
import type { ApprovalRow, ApprovedOperation } from './view.ts';

/**
 * Does what was asked for, once and in this transaction; what is refused then leaves the approval waiting. Throws `wrong_state` for who has
 * asked for it, with a token that another person of the staff made, when the requester has left, and where it would give more by now.
 */
export async function approveApproval(
  cx: OperatorCx,
  { approval: id }: OperatorInput<'approveApproval'>,
): Promise<OperatorResult<'approveApproval'>> {
  const row = await lockWaiting(cx, id);
  const { actor, db } = cx;
  if (actor.kind === 'staff' && actor.id === row.requested_by)
    throw new Failure('wrong_state', { message: 'You cannot approve your own request. Ask another person.' });
  if (actor.kind === 'staff') await refuseBorrowedToken(cx, actor);
  const asker = await db
    .selectFrom('staff')
    .select(['name', 'disabled_at'])
    .where('id', '=', row.requested_by)
    .executeTakeFirstOrThrow();
  if (asker.disabled_at)
    throw new Failure('wrong_state', { message: `${asker.name}, who requested this, is disabled. Make a new request.` });
  await perform(cx, row);
  return decide(cx, row, 'approved', null);
}

/** Refuses a token that another person of the staff made: that person knows the token, and may be the requester. */
async function refuseBorrowedToken({ db }: OperatorCx, { id, tokenId }: StaffActor): Promise<void> {
  if (tokenId === undefined) return;
  const token = await db.selectFrom('staff_tokens').select('made_by').where('id', '=', tokenId).executeTakeFirst();
  if (token && (token.made_by === null || token.made_by === id)) return;
  throw new Failure('wrong_state', {
    message: 'Another person created this token. Sign in, or use a token that you or the host created.',
  });
}

type Perform<Name extends ApprovedOperation> = (cx: OperatorCx, input: OperatorInput<Name>, amount: Cents) => Promise<unknown>;

/** Each operation, with a check of those that may be worth more by now than was asked for. */
const PERFORM: { [Name in ApprovedOperation]: Perform<Name> } = {
  async assignBank(cx, input, amount) {
    refuseMore((await judgeAssignment(cx, input)).above, amount);
    return assignBank(cx, input);
  },
  async confirmPayment(cx, input, amount) {
    refuseMore((await judgeConfirmation(cx, input)).above, amount);
    return confirmPayment(cx, input);
  },
  fundAccount,
  refundPayment,
  async setService(cx, input, amount) {
    refuseMore((await judgeMove(cx, input)).gift, amount);
    return setService(cx, input);
  },
};

function perform(cx: OperatorCx, { operation, input, amount }: ApprovalRow): Promise<unknown> {
  // Its entry has checked the input when it was asked for, and the database's check allows no other operation.
  const act = PERFORM[operation as ApprovedOperation] as (cx: OperatorCx, input: unknown, amount: Cents) => Promise<unknown>;
  return act(cx, input, amount);
}

/** The end of a service may have come nearer since, or other money may have come. */
function refuseMore(now: Cents, asked: Cents): void {
  if (now > asked)
    throw new Failure('wrong_state', {
      message: 'The change is now worth more than the requested amount. Request approval again.',
    });
}
