import { lockAgainstSuspension } from '@innkeeper/db/tables/accounts';
import { Failure } from '@innkeeper/model/failures';
import type { Customer } from '../actor.ts';
import type { MutatingCx } from '../context.ts';

/**
 * Throws `account_suspended` if the account was suspended after the request began. Every order of a new service asks this before it locks
 * anything else. `account end` therefore sees each service of the account, whichever of the two comes first.
 */
export async function refuseSuspended({ db, actor }: MutatingCx<Customer>): Promise<void> {
  if (await lockAgainstSuspension(db, actor.accountId)) throw new Failure('account_suspended');
}
