import { findClosing, obstaclesOf } from '@innkeeper/db/tables/account-closing';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import type { AccountClosure } from '@innkeeper/present/account-closure';

/** Returns the state of a closure request and the obstacles to closing the account. */
export async function getAccountClosure({ db, actor }: Cx<Customer>): Promise<AccountClosure> {
  return { ...(await findClosing(db, actor.accountId)), obstacles: await obstaclesOf(db, actor.accountId) };
}
