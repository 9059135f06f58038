/** People, and of which accounts they are members. */
import type { Role } from '@innkeeper/model/roles';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';

export interface NewUser {
  email: string;
  name: string;
}

/** Returns the id; undefined when the e-mail address is taken, in whatever case it is written. */
export async function insertUser(trx: Transaction<Database>, { email, name }: NewUser): Promise<number | undefined> {
  const created = await trx
    .insertInto('users')
    .values({ email, name })
    .onConflict((oc) => oc.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  return created?.id;
}

/** Whose last account is not closed, and who is thus not erased, until the caller's transaction ends. */
export function holdUser(trx: Transaction<Database>, id: number): Promise<{ id: number; email: string; name: string }> {
  return trx.selectFrom('users').select(['id', 'email', 'name']).where('id', '=', id).forKeyShare().executeTakeFirstOrThrow();
}

export interface Membership {
  accountId: number;
  userId: number;
  role: Role;
}

/** Returns its id. */
export async function insertMembership(
  trx: Transaction<Database>,
  { accountId, userId, role, now }: Membership & { now?: Date },
): Promise<number> {
  const { id } = await trx
    .insertInto('memberships')
    .values({ account_id: accountId, user_id: userId, role, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Of the user with an e-mail address, in whatever case it is written; the oldest account first. */
export async function membershipsOf(db: Kysely<Database>, email: string): Promise<Membership[]> {
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.account_id as accountId', 'm.user_id as userId', 'm.role'])
    .where(sql`lower(u.email)`, '=', email.toLowerCase())
    .orderBy('m.account_id')
    .execute();
}
