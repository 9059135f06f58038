import { type LockedUser, lockUser } from '@innkeeper/db/tables/email-changes';
import { audit } from '@innkeeper/domain/audit';
import { Failure } from '@innkeeper/model/failures';
import { sql } from 'kysely';
import type { OperatorCx } from '../context.ts';

/** Returns the user with this id or address. Throws `not_found`. */
export async function findUser({ db }: Pick<OperatorCx, 'db'>, named: string): Promise<{ id: number; email: string }> {
  const users = db.selectFrom('users').select(['id', 'email']);
  const found = await (/^\d+$/.test(named)
    ? users.where('id', '=', Number(named))
    : users.where(sql`lower(email)`, '=', named)
  ).executeTakeFirst();
  if (!found) throw notFound(named);
  return found;
}

/** Locks and returns the user with this id or address. Throws `not_found`. */
export async function lockUserOf({ db }: OperatorCx, named: string): Promise<LockedUser> {
  const { id, email } = await findUser({ db }, named);
  const user = await lockUser(db, id);
  // The address may have changed before the user was locked.
  if (user?.email !== email) throw notFound(named);
  return user;
}

const notFound = (named: string): Failure => new Failure('not_found', { message: `User ${named} does not exist.` });

/** Writes an audit line for each account of the user, and returns the ids of the accounts. */
export async function auditUser(cx: OperatorCx, id: number, action: string, details: Record<string, string>): Promise<number[]> {
  const memberships = cx.db.selectFrom('memberships').select('account_id').where('user_id', '=', id).orderBy('account_id');
  const accounts = (await memberships.execute()).map(({ account_id }) => account_id);
  for (const accountId of accounts.length > 0 ? accounts : [null])
    await audit(cx, action, { kind: 'user', id, accountId }, details);
  return accounts;
}
