import { type LockedUser, lockUser } from '@innkeeper/db/tables/email-changes';
import { audit } from '@innkeeper/domain/audit';
import { Failure } from '@innkeeper/model/failures';
import { sql } from 'kysely';
import type { OperatorCx } from '../context.ts';

/** Locks and returns the user with this address. Throws `not_found`. */
export async function lockUserOf({ db }: OperatorCx, address: string): Promise<LockedUser> {
  const found = await db.selectFrom('users').select('id').where(sql`lower(email)`, '=', address).executeTakeFirst();
  const user = found && (await lockUser(db, found.id));
  // The address may have changed before the user was locked.
  if (user?.email.toLowerCase() !== address) throw new Failure('not_found', { message: `User ${address} does not exist.` });
  return user;
}

/** Writes an audit line for each account of the user, and returns the ids of the accounts. */
export async function auditUser(cx: OperatorCx, id: number, action: string, details: Record<string, string>): Promise<number[]> {
  const memberships = cx.db.selectFrom('memberships').select('account_id').where('user_id', '=', id).orderBy('account_id');
  const accounts = (await memberships.execute()).map(({ account_id }) => account_id);
  for (const accountId of accounts.length > 0 ? accounts : [null])
    await audit(cx, action, { kind: 'user', id, accountId }, details);
  return accounts;
}
