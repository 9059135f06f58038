/**
 * Credentials of staff members, and invitations to set them up. Callers must hold the lock on the person's row (`lockStaff`) before they
 * change them.
 */
import type { StaffRole } from '@innkeeper/model/people/staff';
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';
import { deleteStaffIdentity } from './staff-identities.ts';

/** A staff member who signs in. Without a `password_hash` no password is accepted. */
export interface StaffSignIn {
  id: number;
  email: string;
  name: string;
  role: StaffRole;
  password_hash: string | null;
  /** True if the person has signed in from this network before. */
  known_place: boolean;
}

/**
 * Finds a staff member by email address or id, unless disabled. `network` is the network of the sign-in, in the form that attempts are
 * counted by (`signInNetwork`).
 */
export async function findStaffSignIn(
  db: Kysely<Database>,
  identifier: { email: string } | { id: number },
  network: string,
): Promise<StaffSignIn | undefined> {
  const one =
    'id' in identifier ? sql<boolean>`s.id = ${identifier.id}` : sql<boolean>`lower(s.email) = ${identifier.email.toLowerCase()}`;
  const row = await db
    .selectFrom('staff as s')
    .leftJoin('staff_credentials as c', 'c.staff_id', 's.id')
    .select(['s.id', 's.email', 's.name', 's.role', 'c.password_hash'])
    .select(
      sql<boolean>`exists (select from staff_tokens t
        where t.staff_id = s.id and t.kind = 'session' and t.place = ${network})`.as('known_place'),
    )
    .where(one)
    .where('s.disabled_at', 'is', null)
    .executeTakeFirst();
  return row as StaffSignIn | undefined;
}

export type StaffCredentials = Selectable<Database['staff_credentials']>;

export function staffCredentialsOf(trx: Transaction<Database>, staffId: number): Promise<StaffCredentials | undefined> {
  return trx.selectFrom('staff_credentials').selectAll().where('staff_id', '=', staffId).executeTakeFirst();
}

/** Inserts the credentials of a staff member with their recovery codes. */
export async function insertStaffCredentials(
  trx: Transaction<Database>,
  row: Insertable<Database['staff_credentials']>,
  codeHashes: readonly Buffer[],
): Promise<void> {
  await trx.insertInto('staff_credentials').values(row).execute();
  const rows = codeHashes.map((code_hash) => ({ staff_id: row.staff_id, code_hash }));
  await trx.insertInto('staff_recovery_codes').values(rows).execute();
}

/** Stores the time step of the last accepted code, so that no code is accepted twice. */
export async function storeStaffTotpStep(trx: Transaction<Database>, staffId: number, step: number): Promise<void> {
  await trx
    .updateTable('staff_credentials')
    .set({ last_step: BigInt(step) })
    .where('staff_id', '=', staffId)
    .execute();
}

/** Returns whether this recovery code exists and is unused. */
export async function hasStaffRecoveryCode(
  db: Kysely<Database>,
  { staffId, hash }: { staffId: number; hash: Buffer },
): Promise<boolean> {
  const row = await db
    .selectFrom('staff_recovery_codes')
    .select('staff_id')
    .where('staff_id', '=', staffId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks a recovery code as used. The caller has checked it with `hasStaffRecoveryCode`. */
export async function takeStaffRecoveryCode(
  trx: Transaction<Database>,
  { staffId, hash, now }: { staffId: number; hash: Buffer; now: Date },
): Promise<void> {
  await trx
    .updateTable('staff_recovery_codes')
    .set({ used_at: now })
    .where('staff_id', '=', staffId)
    .where('code_hash', '=', hash)
    .execute();
}

/** Counts the unused recovery codes. */
export async function countStaffRecoveryCodes(db: Kysely<Database>, staffId: number): Promise<number> {
  const { n } = await db
    .selectFrom('staff_recovery_codes')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
}

export async function insertStaffInvitation(
  trx: Transaction<Database>,
  row: Insertable<Database['staff_invitations']>,
): Promise<void> {
  await trx.insertInto('staff_invitations').values(row).execute();
}

/**
 * Finds a valid invitation by the SHA-256 of its secret. Returns `undefined` if the invitation has expired or the staff member is disabled.
 */
export function findStaffInvitation(db: Kysely<Database>, hash: Buffer, now: Date) {
  return db
    .selectFrom('staff_invitations as i')
    .innerJoin('staff as s', 's.id', 'i.staff_id')
    .select(['s.id', 's.email', 's.name', 'i.password_hash', 'i.totp_secret'])
    .where('i.secret_hash', '=', hash)
    .where('i.expires_at', '>', now)
    .where('s.disabled_at', 'is', null)
    .executeTakeFirst();
}

/** Stores the chosen password hash and secret until the set-up is complete. */
export async function updateStaffInvitation(
  trx: Transaction<Database>,
  staffId: number,
  chosen: { password_hash: string; totp_secret: Buffer },
): Promise<void> {
  await trx.updateTable('staff_invitations').set(chosen).where('staff_id', '=', staffId).execute();
}

export async function deleteStaffInvitation(trx: Transaction<Database>, staffId: number): Promise<void> {
  await trx.deleteFrom('staff_invitations').where('staff_id', '=', staffId).execute();
}

/** Deletes the credentials and the identity of a staff member, and the invitation to set them up. */
export async function deleteStaffSignIn(trx: Transaction<Database>, staffId: number): Promise<void> {
  await deleteStaffInvitation(trx, staffId);
  await deleteStaffIdentity(trx, staffId);
  await trx.deleteFrom('staff_credentials').where('staff_id', '=', staffId).execute();
}
