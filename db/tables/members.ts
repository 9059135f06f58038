/** Members of an account, and the offer of its ownership to a member. */
import type { Role } from '@innkeeper/model/people/roles';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';
import { type Page, type PageQuery, pageOf } from './page.ts';
import { hasProvenTotp } from './two-factor.ts';

export interface Member {
  id: number;
  account_id: number;
  user_id: number;
  role: Role;
  created_at: Date;
  name: string;
  email: string;
  language: string;
  two_factor: boolean;
  /** Expiry of the ownership offer to this member, possibly in the past. `null` without an offer. */
  offered_until: Date | null;
}

/** Locks the account, so that no member joins, leaves or changes roles until the caller's transaction ends. */
export async function lockMembers(trx: Transaction<Database>, accountId: number): Promise<void> {
  await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
}

export async function findMember(
  db: Kysely<Database>,
  { accountId, userId }: { accountId: number; userId: number },
): Promise<Member | undefined> {
  return members(db).where('m.account_id', '=', accountId).where('m.user_id', '=', userId).executeTakeFirst();
}

/** Finds memberships of any accounts by id. Unknown ids are left out. */
export async function findMembers(db: Kysely<Database>, ids: readonly number[]): Promise<{ id: number; account_id: number }[]> {
  return db
    .selectFrom('memberships')
    .select(['id', 'account_id'])
    .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
    .execute();
}

export async function loadMember(db: Kysely<Database>, id: number): Promise<Member> {
  return members(db).where('m.id', '=', id).executeTakeFirstOrThrow();
}

/** Returns the owner of an account. Every open account has one. */
export async function ownerOf(db: Kysely<Database>, accountId: number): Promise<Member> {
  return members(db).where('m.account_id', '=', accountId).where('m.role', '=', 'owner').executeTakeFirstOrThrow();
}

/** Returns a page of members, oldest membership first. */
export async function pageOfMembers(
  db: Kysely<Database>,
  { accountId, ...page }: PageQuery & { accountId: number },
): Promise<Page<Member>> {
  return pageOf(members(db).where('m.account_id', '=', accountId).orderBy('m.id'), page);
}

function members(db: Kysely<Database>) {
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .leftJoin('ownership_offers as o', (join) =>
      join.onRef('o.account_id', '=', 'm.account_id').onRef('o.user_id', '=', 'm.user_id'),
    )
    .select(['m.id', 'm.account_id', 'm.user_id', 'm.role', 'm.created_at', 'u.name', 'u.email', 'u.language'])
    .select('o.expires_at as offered_until')
    .select(hasProvenTotp(sql`u.id`).as('two_factor'));
}

/** Counts the members of an account. */
export async function countMembers(db: Kysely<Database>, accountId: number): Promise<number> {
  const { n } = await db
    .selectFrom('memberships')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return n;
}

/** Returns whether a member signs in with this address. Ignores case. */
export async function isMemberAddress(db: Kysely<Database>, accountId: number, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('m.id')
    .where('m.account_id', '=', accountId)
    .where(sql`lower(u.email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return found !== undefined;
}

export async function setRole(trx: Transaction<Database>, id: number, role: Role): Promise<void> {
  await trx.updateTable('memberships').set({ role }).where('id', '=', id).execute();
}

/** Deletes a membership. The database revokes the user's tokens for the account and ends an ownership offer to the user. */
export async function deleteMembership(trx: Transaction<Database>, id: number): Promise<void> {
  await trx.deleteFrom('memberships').where('id', '=', id).execute();
}

export interface OwnershipOffer {
  account_id: number;
  user_id: number;
  created_at: Date;
  expires_at: Date;
}

/** Inserts an ownership offer or replaces the account's current one. */
export async function putOwnershipOffer(trx: Transaction<Database>, offer: OwnershipOffer): Promise<void> {
  await trx
    .insertInto('ownership_offers')
    .values(offer)
    .onConflict((oc) => oc.column('account_id').doUpdateSet(offer))
    .execute();
}

/** Finds the account's ownership offer that has not expired. */
export async function findOwnershipOffer(
  db: Kysely<Database>,
  { accountId, now }: { accountId: number; now: Date },
): Promise<OwnershipOffer | undefined> {
  return db
    .selectFrom('ownership_offers')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export async function deleteOwnershipOffer(trx: Transaction<Database>, accountId: number): Promise<void> {
  await trx.deleteFrom('ownership_offers').where('account_id', '=', accountId).execute();
}
