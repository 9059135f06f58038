import { type AccountClosing, findClosing, obstaclesOf } from '@innkeeper/db/tables/account-closing';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import type { Obstacle } from '@innkeeper/model/account-closing';

export interface AccountClosure extends AccountClosing {
  obstacles: readonly Obstacle[];
}

/** Returns the state of a closure request and the obstacles to closing the account. */
export async function getAccountClosure({ db, actor }: Cx<Customer>): Promise<AccountClosure> {
  return { ...(await findClosing(db, actor.accountId)), obstacles: await obstaclesOf(db, actor.accountId) };
}
