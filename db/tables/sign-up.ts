/** Who wants to become a customer, whether they may, and the terms that they accept. Secrets of links are in mails, and here as hashes. */
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';

export type SignUpSettings = Selectable<Database['sign_up_settings']>;
export type SignUpRow = Selectable<Database['sign_ups']>;

export function signUpSettings(db: Kysely<Database>): Promise<SignUpSettings> {
  return db.selectFrom('sign_up_settings').selectAll().executeTakeFirstOrThrow();
}

/** Nothing, when one for the address waits already. `email`: whether it is a user's or nobody's. */
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

/** One that waits for the address already is one of the host from then on. Returns its id. */
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

/** How many were asked for since, whosever the addresses are; no more than `most` are counted. */
export async function countSignUps(db: Kysely<Database>, { since, most }: { since: Date; most: number }): Promise<number> {
  const some = db
    .selectFrom('sign_ups')
    .select('id')
    .where('created_at', '>', since)
    .where('invited_by', 'is', null)
    .limit(most)
    .as('some');
  const { n } = await db.selectFrom(some).select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
  return n;
}

/** Those of which nobody has found out yet whose address it is, the oldest first. */
export function waitingSignUps(db: Kysely<Database>, except: readonly number[], most: number): Promise<{ id: number }[]> {
  return db
    .selectFrom('sign_ups')
    .select('id')
    .where('secret_hash', 'is', null)
    .where('outcome', 'is', null)
    .where('id', '<>', sql<number>`all(${[...except]}::int[])`)
    .orderBy('id')
    .limit(most)
    .execute();
}

/** Held until the transaction ends; undefined when it waits no longer. */
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

/** How many mails the address was sent that were asked for since. */
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

/** Undefined for a secret that is none, was used, or works no longer. */
export function findSignUp(db: Kysely<Database>, secretHash: Buffer, now: Date): Promise<SignUpRow | undefined> {
  return workingSignUps(db, secretHash, now).executeTakeFirst();
}

/** The same, held until the transaction ends. */
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

/** Those that were asked for before then, and can be confirmed no longer. */
export async function purgeSignUps(db: Kysely<Database>, { before, now }: { before: Date; now: Date }): Promise<void> {
  await db
    .deleteFrom('sign_ups')
    .where('created_at', '<', before)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '<=', now), eb('outcome', 'is not', null)]))
    .execute();
}
