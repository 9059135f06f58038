/** Pending and past changes of users' email addresses. The secrets of the links are in the mails. The table stores their hashes. */
import type { EmailSide } from '@innkeeper/model/people/email-change';
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';

export type EmailChangeRow = Selectable<Database['email_changes']>;

export interface LockedUser {
  id: number;
  email: string;
  name: string;
  language: string;
  suspended_at: Date | null;
}

/** Locks a user until the transaction ends, so that changes of the user's address are serialized. */
export function lockUser(trx: Transaction<Database>, id: number): Promise<LockedUser | undefined> {
  return trx
    .selectFrom('users')
    .select(['id', 'email', 'name', 'language', 'suspended_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Inserts a change and marks the pending one as replaced. The caller must hold the user's lock. */
export async function insertEmailChange(
  trx: Transaction<Database>,
  row: Insertable<Database['email_changes']>,
): Promise<EmailChangeRow> {
  await trx
    .updateTable('email_changes')
    .set({ outcome: 'replaced' })
    .where('user_id', '=', row.user_id)
    .where('outcome', 'is', null)
    .execute();
  return trx.insertInto('email_changes').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Finds the pending change of a user whose links are still valid. */
export function findEmailChange(
  db: Kysely<Database>,
  { userId, now }: { userId: number; now: Date },
): Promise<EmailChangeRow | undefined> {
  return db
    .selectFrom('email_changes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('outcome', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Finds the change of a user without an outcome, even if its links have expired. */
export function findOpenEmailChange(db: Kysely<Database>, userId: number): Promise<EmailChangeRow | undefined> {
  return db.selectFrom('email_changes').selectAll().where('user_id', '=', userId).where('outcome', 'is', null).executeTakeFirst();
}

/**
 * Returns the `from` and `where` clauses that select due changes requested by staff. Their new address is confirmed and their waiting time
 * has passed.
 */
export const emailChangesDue = (now: Date) =>
  sql`from email_changes where outcome is null and new_confirmed_at is not null and counts_from <= ${now}`;

/** Lists due changes requested by staff, longest overdue first. Changes of suspended users wait. */
export async function dueEmailChanges(
  db: Kysely<Database>,
  now: Date,
  { except, max }: { except: readonly number[]; max: number },
): Promise<{ id: number }[]> {
  const due = sql<{ id: number }>`select id ${emailChangesDue(now)} and id <> all(${[...except]}::int[])
    and exists (select from users u where u.id = user_id and u.suspended_at is null) order by counts_from limit ${max}`;
  return (await due.execute(db)).rows;
}

/** Finds a change by its id, even if it has ended. */
export function emailChangeById(db: Kysely<Database>, id: number): Promise<EmailChangeRow | undefined> {
  return db.selectFrom('email_changes').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Counts the changes that the user requested after `since`. Changes requested by staff do not count. */
export async function countEmailChanges(db: Kysely<Database>, userId: number, since: Date): Promise<number> {
  const { n } = await db
    .selectFrom('email_changes')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .where('requested_by', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
}

/** Finds a change by the secret of either mail, even if the change has ended. */
export async function findEmailChangeByHash(
  db: Kysely<Database>,
  hash: Buffer,
): Promise<{ change: EmailChangeRow; side: EmailSide } | undefined> {
  const change = await db
    .selectFrom('email_changes')
    .selectAll()
    .where((eb) => eb.or([eb('new_hash', '=', hash), eb('old_hash', '=', hash)]))
    .executeTakeFirst();
  return change && { change, side: change.new_hash.equals(hash) ? 'new' : 'old' };
}

export async function updateEmailChange(
  trx: Transaction<Database>,
  id: number,
  fields: Partial<Pick<EmailChangeRow, 'new_confirmed_at' | 'old_confirmed_at' | 'outcome'>>,
): Promise<void> {
  await trx.updateTable('email_changes').set(fields).where('id', '=', id).execute();
}

/** Sets a user's email address. Throws an error of `users_email_key` if another user has the address. */
export async function updateEmail(trx: Transaction<Database>, userId: number, email: string): Promise<void> {
  await trx.updateTable('users').set({ email }).where('id', '=', userId).execute();
}

/** Deletes changes that were requested before this time. */
export async function purgeEmailChanges(db: Kysely<Database>, before: Date): Promise<void> {
  await db.deleteFrom('email_changes').where('created_at', '<', before).execute();
}
