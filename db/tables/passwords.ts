/** Passwords of users, and the links that set a new one. Their secrets are in the mails, and the table stores the hashes. */
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';

type Row = Selectable<Database['password_resets']>;

/** Inserts a request, unless one for the address is already waiting. Works the same whether or not the address belongs to a user. */
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

/** Lists at most `max` requests that are not yet matched with a user, oldest first. */
export function waitingPasswordResets(db: Kysely<Database>, except: readonly number[], max: number): Promise<{ id: number }[]> {
  return db
    .selectFrom('password_resets')
    .select('id')
    .where('secret_hash', 'is', null)
    .where('id', '<>', sql<number>`all(${[...except]}::int[])`)
    .orderBy('id')
    .limit(max)
    .execute();
}

/** Locks a waiting request until the transaction ends. Returns `undefined` if the request is no longer waiting. */
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

export interface ResetRecipient {
  id: number;
  email: string;
  language: string;
}

/** Finds the user with this lowercase address, unless suspended. */
export function findResetRecipient(db: Kysely<Database>, email: string): Promise<ResetRecipient | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'language'])
    .where(sql`lower(email)`, '=', email)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
}

/** Counts the reset links of a user that were requested after `since`. */
export async function countPasswordResets(trx: Transaction<Database>, userId: number, since: Date): Promise<number> {
  const { n } = await trx
    .selectFrom('password_resets')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return n;
}

/** Matches a request with its user and sets the link's hash and expiry. */
export async function openPasswordReset(
  trx: Transaction<Database>,
  id: number,
  fields: { user_id: number; secret_hash: Buffer; expires_at: Date },
): Promise<void> {
  await trx.updateTable('password_resets').set(fields).where('id', '=', id).execute();
}

/** Ends all reset links of a user. */
export async function endPasswordResets(trx: Transaction<Database>, userId: number, now: Date): Promise<void> {
  await trx
    .updateTable('password_resets')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute();
}

/**
 * Returns the user whose password this secret resets. Returns `undefined` if the link is unknown, ended or expired, or the user is
 * suspended.
 */
export function findPasswordReset(db: Kysely<Database>, secretHash: Buffer, now: Date): Promise<ResetRecipient | undefined> {
  return workingResets(db, secretHash, now).executeTakeFirst();
}

/** Returns the user like `findPasswordReset` and locks the link until the transaction ends. */
export function lockPasswordReset(
  trx: Transaction<Database>,
  secretHash: Buffer,
  now: Date,
): Promise<ResetRecipient | undefined> {
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
 * Returns whether this hash, which was read before the transaction, is still the user's password hash. Locks the user until the transaction
 * ends. A concurrent change of the password waits, and then sees what this transaction did.
 */
export async function lockPassword(
  trx: Transaction<Database>,
  { id, password_hash }: { id: number; password_hash: string | null },
): Promise<boolean> {
  const found = await trx.selectFrom('users').select('password_hash').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  return found !== undefined && found.password_hash === password_hash;
}

export async function updatePassword(trx: Transaction<Database>, userId: number, hash: string): Promise<void> {
  await trx.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute();
}
