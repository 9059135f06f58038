/** Authenticator apps and recovery codes of users. */
import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';

export type Totp = Selectable<Database['user_totp']>;

/** Adds an authenticator app. Returns false if the user already has one. */
export async function insertTotp(trx: Transaction<Database>, row: Totp): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('user_totp')
    .values(row)
    .onConflict((oc) => oc.column('user_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Locks an authenticator app until the transaction ends, so that two requests never accept the same code. */
export function lockTotp(trx: Transaction<Database>, userId: number): Promise<Totp | undefined> {
  return trx.selectFrom('user_totp').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst();
}

/** Stores the time step of the last accepted code, so that no code is accepted twice. */
export async function storeTotpStep(trx: Transaction<Database>, userId: number, step: number): Promise<void> {
  await trx
    .updateTable('user_totp')
    .set({ last_step: BigInt(step) })
    .where('user_id', '=', userId)
    .execute();
}

/** Records that a session has given a code, so that sign-ins need codes from now on. */
export async function proveTotp(trx: Transaction<Database>, userId: number): Promise<void> {
  await trx
    .updateTable('user_totp')
    .set({ unproven_until: null })
    .where('user_id', '=', userId)
    .where('unproven_until', 'is not', null)
    .execute();
}

/** Returns the condition that the user in `userId` has an app whose code a sign-in needs. */
export const hasProvenTotp = (userId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from user_totp t where t.user_id = ${userId} and t.unproven_until is null)`;

/** Returns the condition that an app has ended because no session gave its code in time. */
export const unprovenAppsDue = (now: Date): RawBuilder<unknown> => sql`from user_totp where unproven_until <= ${now}`;

/** Finds the users of apps that have ended, longest ago first. */
export function dueUnprovenApps(
  db: Kysely<Database>,
  now: Date,
  { except, max }: { except: readonly number[]; max: number },
): Promise<{ id: number }[]> {
  return db
    .selectFrom('user_totp')
    .select('user_id as id')
    .where('unproven_until', '<=', now)
    .where('user_id', '<>', sql<number>`all(${[...except]}::int[])`)
    .orderBy('unproven_until')
    .limit(max)
    .execute();
}

/** Deletes an authenticator app with its recovery codes. */
export async function deleteTotp(trx: Transaction<Database>, userId: number): Promise<void> {
  await trx.deleteFrom('user_totp').where('user_id', '=', userId).execute();
}

/** Replaces the recovery codes of a user. */
export async function replaceRecoveryCodes(
  trx: Transaction<Database>,
  { userId, hashes, now }: { userId: number; hashes: readonly Buffer[]; now: Date },
): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const rows = hashes.map((code_hash) => ({ user_id: userId, code_hash, created_at: now }));
  await trx.insertInto('recovery_codes').values(rows).execute();
}

/** Marks a recovery code as used. Returns false if the code does not exist or was used before. */
export async function takeRecoveryCode(
  trx: Transaction<Database>,
  { userId, hash, now }: { userId: number; hash: Buffer; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the issuer and account name that an authenticator app shows next to its codes. */
export async function namesForApp(db: Kysely<Database>, userId: number): Promise<{ issuer: string; email: string }> {
  return db
    .selectFrom('users as u')
    .leftJoin('seller as s', (join) => join.onTrue())
    .select(['u.email', sql<string>`coalesce(nullif(s.name, ''), 'Innkeeper')`.as('issuer')])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** Returns the issuer that an authenticator app shows next to codes of staff. */
export async function issuerOf(db: Kysely<Database>): Promise<string> {
  const row = await db.selectFrom('seller').select('name').executeTakeFirst();
  return row?.name || 'Innkeeper';
}
