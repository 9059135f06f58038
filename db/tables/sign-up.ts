/**
 * Requests to sign up, the settings of sign-up, and accepted terms of service. Secrets of the links are in the mails, and the table stores
 * their hashes.
 */
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';

export type SignUpSettings = Selectable<Database['sign_up_settings']>;
export type SignUpRow = Selectable<Database['sign_ups']>;

export function signUpSettings(db: Kysely<Database>): Promise<SignUpSettings> {
  return db.selectFrom('sign_up_settings').selectAll().executeTakeFirstOrThrow();
}

/** Inserts a request, unless one for the address is already waiting. Works the same whether or not the address belongs to a user. */
export async function insertSignUp(
  trx: Transaction<Database>,
  { email, language, from, now }: { email: string; language: string; from: string | null; now: Date },
): Promise<void> {
  await trx
    .insertInto('sign_ups')
    .values({ email: email.toLowerCase(), language, asked_from: from, created_at: now })
    .onConflict((oc) => oc.column('email').where('secret_hash', 'is', null).where('outcome', 'is', null).doNothing())
    .execute();
}

/** Inserts a request on behalf of the host, or turns a waiting request for the address into one. Returns its id. */
export async function insertInvitedSignUp(
  trx: Transaction<Database>,
  { email, language, by, now }: { email: string; language: string; by: string; now: Date },
): Promise<number> {
  const fields = { language, invited_by: by };
  const { id } = await trx
    .insertInto('sign_ups')
    .values({ email: email.toLowerCase(), created_at: now, ...fields })
    .onConflict((oc) => oc.column('email').where('secret_hash', 'is', null).where('outcome', 'is', null).doUpdateSet(fields))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Counts the requests since this time, up to `max`. Requests on behalf of the host do not count. */
export async function countSignUps(db: Kysely<Database>, { since, max }: { since: Date; max: number }): Promise<number> {
  const some = db
    .selectFrom('sign_ups')
    .select('id')
    .where('created_at', '>', since)
    .where('invited_by', 'is', null)
    .limit(max)
    .as('some');
  const { n } = await db.selectFrom(some).select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
  return n;
}

/** Lists at most `max` requests that are not yet processed, oldest first. */
export function waitingSignUps(db: Kysely<Database>, except: readonly number[], max: number): Promise<{ id: number }[]> {
  return db
    .selectFrom('sign_ups')
    .select('id')
    .where('secret_hash', 'is', null)
    .where('outcome', 'is', null)
    .where('id', '<>', sql<number>`all(${[...except]}::int[])`)
    .orderBy('id')
    .limit(max)
    .execute();
}

/** Locks a waiting request until the transaction ends. Returns `undefined` if the request is no longer waiting. */
export function lockWaitingSignUp(trx: Transaction<Database>, id: number): Promise<SignUpRow | undefined> {
  return trx
    .selectFrom('sign_ups')
    .selectAll()
    .where('id', '=', id)
    .where('secret_hash', 'is', null)
    .where('outcome', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Counts the processed requests for an address since this time, each of which sent a mail. */
export async function countSignUpMails(trx: Transaction<Database>, email: string, since: Date): Promise<number> {
  const { n } = await trx
    .selectFrom('sign_ups')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('email', '=', email)
    .where('created_at', '>', since)
    .where((eb) => eb.or([eb('secret_hash', 'is not', null), eb('outcome', 'is not', null)]))
    .executeTakeFirstOrThrow();
  return n;
}

export async function updateSignUp(
  trx: Transaction<Database>,
  id: number,
  fields: Partial<Pick<SignUpRow, 'secret_hash' | 'expires_at' | 'outcome' | 'account_id'>>,
): Promise<void> {
  await trx.updateTable('sign_ups').set(fields).where('id', '=', id).execute();
}

export async function deleteSignUp(trx: Transaction<Database>, id: number): Promise<void> {
  await trx.deleteFrom('sign_ups').where('id', '=', id).execute();
}

/** Finds a request by the hash of its secret. Returns `undefined` if the secret is unknown, used or expired. */
export function findSignUp(db: Kysely<Database>, secretHash: Buffer, now: Date): Promise<SignUpRow | undefined> {
  return workingSignUps(db, secretHash, now).executeTakeFirst();
}

/** Finds a request like `findSignUp` and locks it until the transaction ends. */
export function lockSignUp(trx: Transaction<Database>, secretHash: Buffer, now: Date): Promise<SignUpRow | undefined> {
  return workingSignUps(trx, secretHash, now).forUpdate().executeTakeFirst();
}

function workingSignUps(db: Kysely<Database>, secretHash: Buffer, now: Date) {
  return db
    .selectFrom('sign_ups')
    .selectAll()
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', now)
    .where('outcome', 'is', null);
}

export async function insertTermsAcceptance(
  trx: Transaction<Database>,
  row: Insertable<Database['terms_acceptances']>,
): Promise<void> {
  await trx.insertInto('terms_acceptances').values(row).execute();
}

/** Deletes requests that were made before this time and can no longer be confirmed. */
export async function purgeSignUps(db: Kysely<Database>, { before, now }: { before: Date; now: Date }): Promise<void> {
  await db
    .deleteFrom('sign_ups')
    .where('created_at', '<', before)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '<=', now), eb('outcome', 'is not', null)]))
    .execute();
}
