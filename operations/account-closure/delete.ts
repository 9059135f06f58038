import { lockClosing, setClosing } from '@innkeeper/db/tables/account-closing';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { queueMail } from '@innkeeper/domain/mail/queue';
import { beginMemberChange, nameOfAccount } from '@innkeeper/domain/members/change';
import { Failure } from '@innkeeper/model/failures';
import { ROLES } from '@innkeeper/model/roles';

/**
 * Withdraws the closure request and mails all members. Throws `wrong_state` if closure was not requested, and the errors of
 * `beginMemberChange`.
 */
export async function deleteAccountClosure(cx: MutatingCx<Customer>): Promise<void> {
  const { accountId } = cx.actor;
  const caller = await beginMemberChange(cx, 'own');
  const { closes_at } = await lockClosing(cx.db, accountId);
  if (closes_at === null)
    throw new Failure('wrong_state', { message: 'The closing of this account was not requested, so there is nothing to undo.' });
  await setClosing(cx.db, accountId, { closing_asked_at: null, closes_at: null });
  await queueMail(cx, {
    accountId,
    template: 'account-stays',
    roles: ROLES,
    data: { account: await nameOfAccount(cx, accountId), by: caller.name || caller.email },
    dedupeKey: `account-stays:${accountId}:${cx.clock.now().getTime()}`,
  });
  await audit(cx, 'deleteAccountClosure', { kind: 'account', id: accountId });
}
