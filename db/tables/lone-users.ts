/** Users who are members of no account (db/migrations/start/lone-users.ts). */
import { erasedWhenMailedBy, type LoneUserTimes, toldWhenAloneBy } from '@innkeeper/model/lone-users';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';

/** Of the mail that tells them. */
export const ERASURE_MAIL = 'user-erasure';

export interface LoneUser {
  id: number;
  email: string;
  language: string;
  alone_since: Date | null;
  /** Null: was not told. */
  erases_at: Date | null;
}

/** The time at which users are due, and after how long they are. */
interface DueAt {
  now: Date;
  times: LoneUserTimes;
}

/** Who is to be told or erased now, the longest alone first. */
export function dueLoneUsers(db: Kysely<Database>, at: DueAt, except: readonly number[]): Promise<{ id: number }[]> {
  return due(db, at)
    .where('u.id', '<>', sql<number>`all(${[...except]}::int[])`)
    .orderBy('u.alone_since')
    .orderBy('u.id')
    .limit(100)
    .execute();
}

/** One of them, who neither joins an account nor signs in until the caller's transaction ends; undefined when it is due no longer. */
export function lockDueLoneUser(trx: Transaction<Database>, id: number, at: DueAt): Promise<LoneUser | undefined> {
  return due(trx, at).where('u.id', '=', id).forUpdate('u').executeTakeFirst();
}

/**
 * Neither who is suspended, as what is looked into is not erased meanwhile, nor who is invited; and nobody before the mail was sent and its time has
 * passed since. A mail that can't be delivered keeps nobody.
 */
function due(db: Kysely<Database>, { now, times }: DueAt) {
  return db
    .selectFrom('users as u')
    .select(['u.id', 'u.email', 'u.language', 'u.alone_since', 'u.erases_at'])
    .where('u.alone_since', '<=', toldWhenAloneBy(now, times))
    .where('u.suspended_at', 'is', null)
    .where(sql<boolean>`(u.erases_at is null or u.erases_at <= ${now} and not exists (
      select from mails m where m.user_id = u.id and m.template = ${ERASURE_MAIL} and m.failed_at is null
        and (m.sent_at is null or m.sent_at > ${erasedWhenMailedBy(now, times)})))`)
    .where(sql<boolean>`not exists (select from invitations i where lower(i.email) = lower(u.email) and i.expires_at > ${now})`);
}

/** Who has this address, in whatever case, unless suspended; is neither erased nor joins an account elsewhere until the caller's transaction ends. */
export function holdLoneUser(
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

export async function setErasing(trx: Transaction<Database>, id: number, at: Date): Promise<void> {
  await trx.updateTable('users').set({ erases_at: at }).where('id', '=', id).execute();
}

/** That a user has signed in who is a member of no account: nobody erases who is there. Of others it changes nothing. */
export async function noteLoneSignIn(trx: Transaction<Database>, id: number, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({ alone_since: now, erases_at: null })
    .where('id', '=', id)
    .where('alone_since', 'is not', null)
    .execute();
}

/** Returns false when the time has not come, or it is a member after all. */
export async function eraseLoneUser(trx: Transaction<Database>, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ erased: boolean }>`select erase_lone_user(${id}, ${now}) as erased`.execute(trx);
  return rows[0]?.erased ?? false;
}
