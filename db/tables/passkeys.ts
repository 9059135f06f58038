/** Passkeys of users, and the challenges that authenticators answer. */
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';
import { type Page, type PageQuery, pageOf } from './page.ts';

export type Passkey = Selectable<Database['user_passkeys']>;

/** Returns a page of a user's passkeys, oldest first. */
export function pageOfPasskeys(
  db: Kysely<Database>,
  { userId, ...page }: PageQuery & { userId: number },
): Promise<Page<Passkey>> {
  return pageOf(db.selectFrom('user_passkeys').selectAll().where('user_id', '=', userId).orderBy('id'), page);
}

/** Lists the credentials of a user's passkeys, oldest first. */
export function passkeysOf(
  db: Kysely<Database>,
  userId: number,
): Promise<Pick<Passkey, 'id' | 'credential_id' | 'transports'>[]> {
  return db
    .selectFrom('user_passkeys')
    .select(['id', 'credential_id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** Counts the passkeys of a user. Locks the user, so that none is added until the caller's transaction ends. */
export async function lockAndCountPasskeys(trx: Transaction<Database>, userId: number): Promise<number> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  return (await passkeysOf(trx, userId)).length;
}

/** Inserts a passkey. Returns `undefined` if its credential is already registered. */
export function insertPasskey(
  trx: Transaction<Database>,
  row: Insertable<Database['user_passkeys']>,
): Promise<Passkey | undefined> {
  return trx
    .insertInto('user_passkeys')
    .values(row)
    .onConflict((oc) => oc.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Locks a passkey until the transaction ends, so that only one of two responses with the same counter is accepted. */
export function lockPasskeyByCredential(trx: Transaction<Database>, credentialId: Buffer): Promise<Passkey | undefined> {
  return trx.selectFrom('user_passkeys').selectAll().where('credential_id', '=', credentialId).forUpdate().executeTakeFirst();
}

export function updatePasskey(
  trx: Transaction<Database>,
  id: number,
  changes: Partial<Pick<Passkey, 'name' | 'sign_count' | 'synced' | 'last_used_at' | 'last_used_from' | 'counter_regressed_at'>>,
): Promise<Passkey> {
  return trx.updateTable('user_passkeys').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export async function deletePasskey(trx: Transaction<Database>, id: number): Promise<void> {
  await trx.deleteFrom('user_passkeys').where('id', '=', id).execute();
}

/** Deletes the passkeys of a user. Returns how many there were. */
export async function deletePasskeysOf(trx: Transaction<Database>, userId: number): Promise<number> {
  const { numDeletedRows } = await trx.deleteFrom('user_passkeys').where('user_id', '=', userId).executeTakeFirst();
  return Number(numDeletedRows);
}

interface Named {
  id: number;
  userId: number;
  accountId: number;
}

/** Finds a passkey for the ownership check of a path. The owner is the given account if the passkey is the user's, else no account. */
export async function findPasskeyOf(db: Kysely<Database>, named: Named): Promise<(Passkey & { account_id: number }) | undefined> {
  return ofUser(named, await db.selectFrom('user_passkeys').selectAll().where('id', '=', named.id).executeTakeFirst());
}

/** Finds a passkey like `findPasskeyOf` and locks it until the transaction ends. */
export async function lockPasskeyOf(
  trx: Kysely<Database>,
  named: Named,
): Promise<(Passkey & { account_id: number }) | undefined> {
  const found = trx.selectFrom('user_passkeys').selectAll().where('id', '=', named.id).forUpdate();
  return ofUser(named, await found.executeTakeFirst());
}

/** An id that no account has. */
const NO_ACCOUNT = 0;

const ofUser = ({ userId, accountId }: Named, row: Passkey | undefined) =>
  row && { ...row, account_id: row.user_id === userId ? accountId : NO_ACCOUNT };

export type PasskeyChallenge = Selectable<Database['passkey_challenges']>;

/** Inserts a challenge. Only the latest `max` challenges of a user, or of a network without a user, can be answered. */
export async function insertPasskeyChallenge(
  trx: Transaction<Database>,
  row: Insertable<Database['passkey_challenges']> & { network: string },
  max: number,
): Promise<void> {
  const sameOwner = row.user_id ? sql`user_id = ${row.user_id}` : sql`network = ${row.network} and user_id is null`;
  await trx.insertInto('passkey_challenges').values(row).execute();
  await sql`
    delete from passkey_challenges where ${sameOwner}
      and id <= (select id from passkey_challenges where ${sameOwner} order by id desc offset ${max} limit 1)`.execute(trx);
}

/**
 * Deletes and returns a challenge, so that it can be answered only once, rightly or not. Returns `undefined` if the challenge is unknown or
 * was answered.
 */
export function takePasskeyChallenge(trx: Transaction<Database>, hash: Buffer): Promise<PasskeyChallenge | undefined> {
  return trx.deleteFrom('passkey_challenges').where('challenge_hash', '=', hash).returningAll().executeTakeFirst();
}
