import type { Database } from '@innkeeper/db/schema';
import { findAccount, findAccountByEmail } from '@innkeeper/db/tables/accounts';
import { Failure } from '@innkeeper/model/failures';
import type { Kysely } from 'kysely';

/** Returns the id of the account with this id or owner's email address. Throws `not_found`. */
export async function accountIdOf(db: Kysely<Database>, named: string): Promise<number> {
  const account = /^\d{1,9}$/.test(named) ? await findAccount(db, Number(named)) : await findAccountByEmail(db, named);
  if (!account) throw new Failure('not_found', { message: `Account ${named} does not exist.` });
  return account.id;
}
