import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { findOpenEmailChange, updateEmailChange } from '@innkeeper/db/tables/email-changes';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';
import { auditUser, lockUserOf } from './user-of.ts';

/** Withdraws a pending email change. Throws `not_found`, and `wrong_state` if none is pending. */
export async function withdrawUser(
  cx: OperatorCx,
  { user: address, reason }: OperatorInput<'withdrawUser'>,
): Promise<OperatorResult<'withdrawUser'>> {
  const { id, email } = await lockUserOf(cx, address);
  // A confirmed change stays open until it takes effect, even if its link has expired.
  const change = await findOpenEmailChange(cx.db, id);
  if (!change) throw new Failure('wrong_state', { message: `There is no pending change of the address ${email}.` });
  await updateEmailChange(cx.db, change.id, { outcome: 'stopped' });
  const accounts = await auditUser(cx, id, 'withdrawUser', { reason, email: change.email });
  return { id, email, new_email: change.email, accounts };
}
