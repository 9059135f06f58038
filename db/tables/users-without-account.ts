/** Users who are members of no account (db/migrations/start/lone-users.ts). */
import { erasureCutoff, noticeCutoff, type UserWithoutAccountTimes } from '@innkeeper/model/people/users-without-account';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';

/** Template of the mail that announces the erasure. */
export const ERASURE_MAIL = 'user-erasure';

export interface UserWithoutAccount {
  id: number;
  email: string;
  language: string;
  alone_since: Date | null;
  /** Time of the announced erasure, or `null` if no erasure was announced. */
  erases_at: Date | null;
}

/** Current time, and the periods after which a user is notified and erased. */
interface DueAt {
  now: Date;
  times: UserWithoutAccountTimes;
}

/** Lists at most 100 users who are due to be notified or erased, longest without an account first. */
export function listUsersDueForErasure(db: Kysely<Database>, at: DueAt, except: readonly number[]): Promise<{ id: number }[]> {
  return due(db, at)
    .where('u.id', '<>', sql<number>`all(${[...except]}::int[])`)
    .orderBy('u.alone_since')
    .orderBy('u.id')
    .limit(100)
    .execute();
}

/**
 * Locks a due user, who can neither join an account nor sign in until the caller's transaction ends. Returns `undefined` if the user is no
 * longer due.
 */
export function lockUserDueForErasure(
  trx: Transaction<Database>,
  id: number,
  at: DueAt,
): Promise<UserWithoutAccount | undefined> {
  return due(trx, at).where('u.id', '=', id).forUpdate('u').executeTakeFirst();
}

/**
 * Selects due users. Suspended users are not due, because an investigation needs their data. Users with a valid invitation are not due
 * either. A user is erased only after the announcement was sent and the period after it has passed. A mail that cannot be delivered does
 * not delay the erasure.
 */
function due(db: Kysely<Database>, { now, times }: DueAt) {
  return db
    .selectFrom('users as u')
    .select(['u.id', 'u.email', 'u.language', 'u.alone_since', 'u.erases_at'])
    .where('u.alone_since', '<=', noticeCutoff(now, times))
    .where('u.suspended_at', 'is', null)
    .where(sql<boolean>`(u.erases_at is null or u.erases_at <= ${now} and not exists (
      select from mails m where m.user_id = u.id and m.template = ${ERASURE_MAIL} and m.failed_at is null
        and (m.sent_at is null or m.sent_at > ${erasureCutoff(now, times)})))`)
    .where(sql<boolean>`not exists (select from invitations i where lower(i.email) = lower(u.email) and i.expires_at > ${now})`);
}

/**
 * Locks the user without an account who has this email address, unless suspended. Ignores case. The user is neither erased nor joins
 * another account until the caller's transaction ends.
 */
export function lockUserWithoutAccount(
  trx: Transaction<Database>,
  email: string,
): Promise<{ id: number; email: string; name: string; language: string } | undefined> {
  return trx
    .selectFrom('users')
    .select(['id', 'email', 'name', 'language'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('alone_since', 'is not', null)
    .where('suspended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Sets the time of the announced erasure. */
export async function setErasureTime(trx: Transaction<Database>, id: number, at: Date): Promise<void> {
  await trx.updateTable('users').set({ erases_at: at }).where('id', '=', id).execute();
}

/** Restarts the erasure countdown of a user without an account. Does nothing for other users. */
export async function restartErasureCountdown(trx: Transaction<Database>, id: number, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({ alone_since: now, erases_at: null })
    .where('id', '=', id)
    .where('alone_since', 'is not', null)
    .execute();
}

/** Erases a user without an account. Returns false if the erasure is not due or the user is a member of an account. */
export async function eraseUserWithoutAccount(trx: Transaction<Database>, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ erased: boolean }>`select erase_lone_user(${id}, ${now}) as erased`.execute(trx);
  return rows[0]?.erased ?? false;
}
