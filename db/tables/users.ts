/** People, and the accounts that they are members of. */
import type { Role } from '@innkeeper/model/people/roles';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';

export interface NewUser {
  email: string;
  name: string;
}

/** Inserts a user and returns the id, or `undefined` if the email address is taken. Ignores case. */
export async function insertUser(trx: Transaction<Database>, { email, name }: NewUser): Promise<number | undefined> {
  const created = await trx
    .insertInto('users')
    .values({ email, name })
    .onConflict((oc) => oc.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  return created?.id;
}

/** Locks a user, so that no other transaction closes the user's last account and erases the user until this one ends. */
export function holdUser(trx: Transaction<Database>, id: number): Promise<{ id: number; email: string; name: string }> {
  return trx.selectFrom('users').select(['id', 'email', 'name']).where('id', '=', id).forKeyShare().executeTakeFirstOrThrow();
}

export interface Membership {
  accountId: number;
  userId: number;
  role: Role;
}

/** Inserts a membership and returns its id. */
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

/** Lists the memberships of the user with this email address, oldest account first. Ignores case. */
export async function membershipsOf(db: Kysely<Database>, email: string): Promise<Membership[]> {
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.account_id as accountId', 'm.user_id as userId', 'm.role'])
    .where(sql`lower(u.email)`, '=', email.toLowerCase())
    .orderBy('m.account_id')
    .execute();
}
