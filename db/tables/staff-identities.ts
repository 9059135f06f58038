/** The identity provider of the staff, the identities of staff members there, and pending sign-on requests. */
import type { StaffRole } from '@innkeeper/model/people/staff';
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely';
import type { Database } from '../schema.ts';
import { endSupportAccesses } from './support-access.ts';

export type StaffProvider = Selectable<Database['staff_identity_provider']>;
export type StaffIdentity = Selectable<Database['staff_identities']>;
export type StaffSignOnRequest = Selectable<Database['staff_sign_on_requests']>;

export function findStaffProvider(db: Kysely<Database>): Promise<StaffProvider | undefined> {
  return db.selectFrom('staff_identity_provider').selectAll().executeTakeFirst();
}

/** Locks the provider until the transaction ends, so that no sign-in uses its old settings. */
export function lockStaffProvider(trx: Transaction<Database>): Promise<StaffProvider | undefined> {
  return trx.selectFrom('staff_identity_provider').selectAll().forUpdate().executeTakeFirst();
}

/** Replaces the provider and its groups. */
export async function putStaffProvider(
  trx: Transaction<Database>,
  row: Insertable<Database['staff_identity_provider']>,
  groups: readonly { name: string; role: StaffRole }[],
): Promise<void> {
  await trx
    .insertInto('staff_identity_provider')
    .values(row)
    .onConflict((oc) => oc.column('only_one').doUpdateSet(row))
    .execute();
  await trx.deleteFrom('staff_identity_groups').execute();
  if (groups.length > 0)
    await trx
      .insertInto('staff_identity_groups')
      .values([...groups])
      .execute();
}

export async function deleteStaffProvider(trx: Transaction<Database>): Promise<void> {
  await trx.deleteFrom('staff_identity_groups').execute();
  await trx.deleteFrom('staff_identity_provider').execute();
}

/** Lists the groups with their roles, by name. */
export async function staffGroups(db: Kysely<Database>): Promise<{ name: string; role: StaffRole }[]> {
  const rows = await db.selectFrom('staff_identity_groups').select(['name', 'role']).orderBy('name').execute();
  // A check of the database allows only these roles.
  return rows.map(({ name, role }) => ({ name, role: role as StaffRole }));
}

/**
 * Clears the data of a provider that is replaced or removed: identities, pending sign-on requests, and sessions with their support
 * accesses. Returns how many sessions ended.
 */
export async function clearStaffIdentities(trx: Transaction<Database>, now: Date): Promise<number> {
  await trx.updateTable('staff_sign_on_requests').set({ done_at: now }).where('done_at', 'is', null).execute();
  await trx.deleteFrom('staff_identities').execute();
  const ended = await trx
    .updateTable('staff_tokens')
    .set({ revoked_at: now })
    .where('by_provider', '=', true)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  await endSupportAccesses(trx, { staffTokenIds: ended.map(({ id }) => id) }, now);
  return ended.length;
}

export function findStaffIdentity(
  db: Kysely<Database>,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<StaffIdentity | undefined> {
  return db
    .selectFrom('staff_identities')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** Replaces the identity of a staff member. */
export async function putStaffIdentity(trx: Transaction<Database>, row: Insertable<Database['staff_identities']>): Promise<void> {
  await deleteStaffIdentity(trx, row.staff_id);
  await trx.insertInto('staff_identities').values(row).execute();
}

export async function recordStaffIdentityUse(trx: Transaction<Database>, staffId: number, now: Date): Promise<void> {
  await trx.updateTable('staff_identities').set({ last_used_at: now }).where('staff_id', '=', staffId).execute();
}

export async function deleteStaffIdentity(trx: Transaction<Database>, staffId: number): Promise<void> {
  await trx.deleteFrom('staff_identities').where('staff_id', '=', staffId).execute();
}

/** Inserts a sign-on request and deletes the expired ones. */
export async function insertStaffSignOn(
  trx: Transaction<Database>,
  row: Insertable<Database['staff_sign_on_requests']>,
): Promise<void> {
  await trx.deleteFrom('staff_sign_on_requests').where('expires_at', '<', row.created_at).execute();
  await trx.insertInto('staff_sign_on_requests').values(row).execute();
}

/** Finds a sign-on request by both hashes, even if it was used. */
export function findStaffSignOn(
  db: Kysely<Database>,
  { stateHash, browserHash }: { stateHash: Buffer; browserHash: Buffer },
): Promise<StaffSignOnRequest | undefined> {
  return db
    .selectFrom('staff_sign_on_requests')
    .selectAll()
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', browserHash)
    .executeTakeFirst();
}

/** Marks a sign-on request as used. Returns false if it was used before. */
export async function takeStaffSignOn(trx: Transaction<Database>, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('staff_sign_on_requests')
    .set({ done_at: now })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
