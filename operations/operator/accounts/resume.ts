import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { postponeSuspension } from '@innkeeper/db/tables/services';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { audit } from '@innkeeper/domain/audit';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';
import { loadAccount } from './find.ts';

/** Resumes a suspended account, so that its tokens have all their abilities again. */
export async function resumeAccount(
  cx: OperatorCx,
  { account }: OperatorInput<'resumeAccount'>,
): Promise<OperatorResult<'resumeAccount'>> {
  const id = await accountIdOf(cx.db, account);
  const { numUpdatedRows } = await cx.db
    .updateTable('accounts')
    .set({ suspended_at: null, suspend_reason: null })
    .where('id', '=', id)
    .where('suspended_at', 'is not', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Failure('wrong_state', { message: `Account ${id} is not suspended.` });
  // The account could not pay while it was suspended.
  await postponeSuspension(cx.db, id, new Date(cx.clock.now().getTime() + cx.settings.timeToPayMs));
  await audit(cx, 'resumeAccount', { kind: 'account', id: id, accountId: id });
  return loadAccount(cx.db, id);
}
