/** Passwords of users, and the links by which a new one is set. Their secrets are in mails, and here as hashes. */
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';

type Row = Selectable<Database['password_resets']>;

/** Nothing, when one for the address waits already. `email`: whether it is a user's or nobody's. */
export async function insertPasswordReset(
  trx: Transaction<Database>,
  { email, from, now }: { email: string; from: string | null; now: Date },
): Promise<void> {
  await trx
    .insertInto('password_resets')
    .values({ email: email.toLowerCase(), asked_from: from, created_at: now })
    .onConflict((oc) => oc.column('email').where('secret_hash', 'is', null).doNothing())
    .execute();
}

/** Those of which nobody has found out yet whose they are, the oldest first. */
export function waitingPasswordResets(db: Kysely<Database>, except: readonly number[], most: number): Promise<{ id: number }[]> {
  return db
    .selectFrom('password_resets')
    .select('id')
    .where('secret_hash', 'is', null)
    .where('id', '<>', sql<number>`all(${[...except]}::int[])`)
    .orderBy('id')
    .limit(most)
    .execute();
}

/** Held until the transaction ends; undefined when it waits no longer. */
export function lockWaitingPasswordReset(trx: Transaction<Database>, id: number): Promise<Row | undefined> {
  return trx
    .selectFrom('password_resets')
    .selectAll()
    .where('id', '=', id)
    .where('secret_hash', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function deletePasswordReset(trx: Transaction<Database>, id: number): Promise<void> {
  await trx.deleteFrom('password_resets').where('id', '=', id).execute();
}

export interface Receiver {
  id: number;
  email: string;
  language: string;
}

/** The user with this address, in small letters, unless suspended. */
export function findReceiver(db: Kysely<Database>, email: string): Promise<Receiver | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'language'])
    .where(sql`lower(email)`, '=', email)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
}

/** How many links a user was sent that were asked for since. */
export async function countPasswordResets(trx: Transaction<Database>, userId: number, since: Date): Promise<number> {
  const { n } = await trx
    .selectFrom('password_resets')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return n;
}

export async function openPasswordReset(
  trx: Transaction<Database>,
  id: number,
  fields: { user_id: number; secret_hash: Buffer; expires_at: Date },
): Promise<void> {
  await trx.updateTable('password_resets').set(fields).where('id', '=', id).execute();
}

/** All links of a user. */
export async function endPasswordResets(trx: Transaction<Database>, userId: number, now: Date): Promise<void> {
  await trx
    .updateTable('password_resets')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Whose password a secret sets; undefined for one that is none, was used, or works no longer. */
export function findPasswordReset(db: Kysely<Database>, secretHash: Buffer, now: Date): Promise<Receiver | undefined> {
  return workingResets(db, secretHash, now).executeTakeFirst();
}

/** The same, held until the transaction ends. */
export function lockPasswordReset(trx: Transaction<Database>, secretHash: Buffer, now: Date): Promise<Receiver | undefined> {
  return workingResets(trx, secretHash, now).forUpdate('r').executeTakeFirst();
}

function workingResets(db: Kysely<Database>, secretHash: Buffer, now: Date) {
  return db
    .selectFrom('password_resets as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['u.id', 'u.email', 'u.language'])
    .where('r.secret_hash', '=', secretHash)
    .where('r.expires_at', '>', now)
    .where('r.ended_at', 'is', null)
    .where('u.suspended_at', 'is', null);
}

/**
 * Whether this is the hash of the user's password still, which was read before the transaction. Then it stays until the transaction ends, so that
 * whoever changes it afterwards sees what was done by it.
 */
export async function holdPassword(
  trx: Transaction<Database>,
  { id, password_hash }: { id: number; password_hash: string | null },
): Promise<boolean> {
  const found = await trx.selectFrom('users').select('password_hash').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  return found !== undefined && found.password_hash === password_hash;
}

export async function updatePassword(trx: Transaction<Database>, userId: number, hash: string): Promise<void> {
  await trx.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute();
}
