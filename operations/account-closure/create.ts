import { lockClosing, obstaclesOf, setClosing } from '@innkeeper/db/tables/account-closing';
import { ownerOf } from '@innkeeper/db/tables/members';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { queueMail } from '@innkeeper/domain/mail/queue';
import { beginMemberChange, nameOfAccount } from '@innkeeper/domain/members/change';
import { refusing, sentenceOf } from '@innkeeper/model/account-closing';
import { days } from '@innkeeper/model/clock';
import { Failure, invalid } from '@innkeeper/model/failures';
import { ROLES } from '@innkeeper/model/roles';
import type { AccountClosure } from './get.ts';

/**
 * Asks to close the account: it may only read from now on, and is closed after some days unless that is undone. All members are told. Throws `validation`
 * under `email` unless that is the owner's, `wrong_state` when something stands in the way or it was asked for already, and what `beginMemberChange` throws.
 */
export async function createAccountClosure(cx: MutatingCx<Customer>, { email }: { email: string }): Promise<AccountClosure> {
  const { accountId } = cx.actor;
  const now = cx.clock.now();
  const caller = await beginMemberChange(cx, 'own');
  if ((await ownerOf(cx.db, accountId)).email.toLowerCase() !== email.toLowerCase())
    throw invalid('email', 'Must be the email address of the account owner, as confirmation.');
  if ((await lockClosing(cx.db, accountId)).closes_at !== null)
    throw new Failure('wrong_state', { message: 'The closing of this account was already requested.' });
  const obstacles = await obstaclesOf(cx.db, accountId);
  const refused = refusing(obstacles);
  if (refused.length > 0) throw new Failure('wrong_state', { message: sentenceOf(refused) });
  const closes_at = new Date(now.getTime() + days(cx.settings.accountClosingDays));
  const closing = { closing_asked_at: now, closes_at };
  await setClosing(cx.db, accountId, closing);
  const account = await nameOfAccount(cx, accountId);
  await queueMail(cx, {
    accountId,
    template: 'account-closing',
    roles: ROLES,
    data: { account, by: caller.name || caller.email, at: closes_at.getTime() },
    once: `account-closing:${accountId}:${now.getTime()}`,
  });
  await audit(cx, 'createAccountClosure', { kind: 'account', id: accountId }, { closes_at: closes_at.toISOString() });
  return { ...closing, closed_at: null, obstacles };
}
