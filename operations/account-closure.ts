import { findClosing, lockClosing, obstaclesOf, setClosing } from '@innkeeper/db/tables/account-closing';
import { ownerOf } from '@innkeeper/db/tables/members';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import { queueMail } from '@innkeeper/domain/mail/queue';
import { beginMemberChange, nameOfAccount } from '@innkeeper/domain/members/change';
import { Failure, invalid } from '@innkeeper/model/failures';
import { explainObstacles, listBlockingObstacles, SUSPENDED_CANNOT_CLOSE } from '@innkeeper/model/people/account-closing';
import { ROLES } from '@innkeeper/model/people/roles';
import { days } from '@innkeeper/model/time/clock';
import { presentAccountClosure } from '@innkeeper/present/account-closure';
import type { Input, Reply } from './define.ts';

/** Returns the state of a closure request and the obstacles to closing the account. */
export async function getAccountClosure({ db, actor }: Cx<Customer>): Promise<Reply<'getAccountClosure'>> {
  const closing = await findClosing(db, actor.accountId);
  return presentAccountClosure({ ...closing, obstacles: await obstaclesOf(db, actor.accountId) });
}

/**
 * Requests closure of the account. The account becomes read-only at once and is closed after `accountClosingDays`, unless the request is
 * withdrawn. Mails all members.
 *
 * Throws `validation` for `email` unless it is the owner's address, and `account_suspended`. Throws `wrong_state` if another obstacle exists
 * or closure was already requested, and the errors of `beginMemberChange`.
 */
export async function createAccountClosure(
  cx: MutatingCx<Customer>,
  { body: { email } }: Input<'createAccountClosure'>,
): Promise<Reply<'createAccountClosure'>> {
  const { accountId } = cx.actor;
  const now = cx.clock.now();
  const caller = await beginMemberChange(cx, 'own');
  if ((await ownerOf(cx.db, accountId)).email.toLowerCase() !== email.toLowerCase())
    throw invalid('email', 'Must be the email address of the account owner, as confirmation.');
  if ((await lockClosing(cx.db, accountId)).closes_at !== null)
    throw new Failure('wrong_state', { message: 'The closing of this account was already requested.' });
  const obstacles = await obstaclesOf(cx.db, accountId);
  const refused = listBlockingObstacles(obstacles);
  if (refused.some(({ code }) => code === 'suspended'))
    throw new Failure('account_suspended', { message: SUSPENDED_CANNOT_CLOSE });
  if (refused.length > 0) throw new Failure('wrong_state', { message: explainObstacles(refused) });
  const closes_at = new Date(now.getTime() + days(cx.settings.accountClosingDays));
  const closing = { closing_asked_at: now, closes_at };
  await setClosing(cx.db, accountId, closing);
  const account = await nameOfAccount(cx, accountId);
  await queueMail(cx, {
    accountId,
    template: 'account-closing',
    roles: ROLES,
    data: { account, by: caller.name || caller.email, at: closes_at.getTime() },
    dedupeKey: `account-closing:${accountId}:${now.getTime()}`,
  });
  await audit(cx, 'createAccountClosure', { kind: 'account', id: accountId }, { closes_at: closes_at.toISOString() });
  return presentAccountClosure({ ...closing, closed_at: null, obstacles });
}

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
