import { findEmailChange, lockUser, updateEmailChange } from '@innkeeper/db/tables/email-changes';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { Failure } from '@innkeeper/model/failures';

/** Stops the pending email change. Throws `wrong_state` if none is pending. */
export async function deleteEmailChange(cx: MutatingCx<Customer>): Promise<void> {
  const { db, clock, actor } = cx;
  const { userId } = actor;
  await lockUser(db, userId);
  const change = await findEmailChange(db, { userId, now: clock.now() });
  if (!change) throw new Failure('wrong_state', { message: 'There is no pending change of the email address.' });
  await updateEmailChange(db, change.id, { outcome: 'stopped' });
  await audit(cx, 'deleteEmailChange', { kind: 'user', id: userId }, { email: change.email });
}
