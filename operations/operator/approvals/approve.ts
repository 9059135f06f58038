import type { ApprovedOperation, OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import type { StaffActor } from '@innkeeper/domain/actor';
import { Failure } from '@innkeeper/model/failures';
import type { Cents } from '@innkeeper/model/money';
import { fundAccount } from '../accounts/fund.ts';
import { assignBank, validateAssignment } from '../bank/assign.ts';
import type { OperatorCx } from '../context.ts';
import { confirmPayment, validateConfirmation } from '../payments/confirm.ts';
import { refundPayment } from '../payments/refund.ts';
import { setService, validateMove } from '../services/set.ts';
import { decide, lockPendingApproval } from './decide.ts';
import type { ApprovalRow } from './view.ts';

/**
 * Performs the requested operation, once and in this transaction. If the operation is refused, the approval stays pending.
 *
 * Throws `wrong_state` for the requester, for a token that another staff member created, if the requester is disabled, and if the operation
 * is now worth more.
 */
export async function approveApproval(
  cx: OperatorCx,
  { approval: id }: OperatorInput<'approveApproval'>,
): Promise<OperatorResult<'approveApproval'>> {
  const row = await lockPendingApproval(cx, id);
  const { actor, db } = cx;
  if (actor.kind === 'staff' && actor.id === row.requested_by)
    throw new Failure('wrong_state', { message: 'You cannot approve your own request. Ask another person.' });
  if (actor.kind === 'staff') await refuseBorrowedToken(cx, actor);
  const requester = await db
    .selectFrom('staff')
    .select(['name', 'disabled_at'])
    .where('id', '=', row.requested_by)
    .executeTakeFirstOrThrow();
  if (requester.disabled_at)
    throw new Failure('wrong_state', { message: `${requester.name}, who requested this, is disabled. Make a new request.` });
  await perform(cx, row);
  return decide(cx, row, 'approved', null);
}

/** Throws `wrong_state` for a token that another staff member created. That person has the token, and may be the requester. */
async function refuseBorrowedToken({ db }: OperatorCx, { id, tokenId }: StaffActor): Promise<void> {
  if (tokenId === undefined) return;
  const token = await db.selectFrom('staff_tokens').select('made_by').where('id', '=', tokenId).executeTakeFirst();
  if (token && (token.made_by === null || token.made_by === id)) return;
  throw new Failure('wrong_state', {
    message: 'Another person created this token. Sign in, or use a token that you or the host created.',
  });
}

type Perform<Name extends ApprovedOperation> = (cx: OperatorCx, input: OperatorInput<Name>, amount: Cents) => Promise<unknown>;

/** The operations. Some check first that they are not worth more than the requested amount. */
const APPROVED_OPERATIONS: { [Name in ApprovedOperation]: Perform<Name> } = {
  async assignBank(cx, input, amount) {
    refuseMore((await validateAssignment(cx, input)).above, amount);
    return assignBank(cx, input);
  },
  async confirmPayment(cx, input, amount) {
    refuseMore((await validateConfirmation(cx, input)).above, amount);
    return confirmPayment(cx, input);
  },
  fundAccount,
  refundPayment,
  async setService(cx, input, amount) {
    refuseMore((await validateMove(cx, input)).gift, amount);
    return setService(cx, input);
  },
};

function perform(cx: OperatorCx, { operation, input, amount }: ApprovalRow): Promise<unknown> {
  // The entry point validated the input when the approval was requested, and a check constraint allows no other operation.
  const act = APPROVED_OPERATIONS[operation as ApprovedOperation] as (
    cx: OperatorCx,
    input: unknown,
    amount: Cents,
  ) => Promise<unknown>;
  return act(cx, input, amount);
}

/** The end of a service may be nearer than at the request, or other money may have arrived. */
function refuseMore(currentAmount: Cents, approvedAmount: Cents): void {
  if (currentAmount > approvedAmount)
    throw new Failure('wrong_state', {
      message: 'The change is now worth more than the requested amount. Request approval again.',
    });
}
