/** What the staff signs in with, and invitations to set that up. Whoever changes it holds the row of the person (`lockStaff`). */
import type { StaffRole } from '@innkeeper/model/staff';
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';
import { deleteStaffIdentity } from './staff-identities.ts';

/** Who signs in, as far as that is known; no password fits one without a hash. */
export interface StaffSignIn {
  id: number;
  email: string;
  name: string;
  role: StaffRole;
  password_hash: string | null;
  /** Whether the person has been signed in from there before. */
  known_place: boolean;
}

/** By address or id; undefined for one who is disabled. `network`: from where, as tries are counted (`placeOf`). */
export async function findStaffSignIn(
  db: Kysely<Database>,
  whose: { email: string } | { id: number },
  network: string,
): Promise<StaffSignIn | undefined> {
  const one = 'id' in whose ? sql<boolean>`s.id = ${whose.id}` : sql<boolean>`lower(s.email) = ${whose.email.toLowerCase()}`;
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

/** With the codes for when the app is lost. */
export async function insertStaffCredentials(
  trx: Transaction<Database>,
  row: Insertable<Database['staff_credentials']>,
  codeHashes: readonly Buffer[],
): Promise<void> {
  await trx.insertInto('staff_credentials').values(row).execute();
  const rows = codeHashes.map((code_hash) => ({ staff_id: row.staff_id, code_hash }));
  await trx.insertInto('staff_recovery_codes').values(rows).execute();
}

export async function noteStaffTotpStep(trx: Transaction<Database>, staffId: number, step: number): Promise<void> {
  await trx
    .updateTable('staff_credentials')
    .set({ last_step: BigInt(step) })
    .where('staff_id', '=', staffId)
    .execute();
}

/** One that was not taken before. */
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

/** How many are left. */
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

/** Of those that have not expired, by the sha256 of the secret. */
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

/** Forgets what a person signs in with, and an invitation to set that up. */
export async function deleteStaffSignIn(trx: Transaction<Database>, staffId: number): Promise<void> {
  await deleteStaffInvitation(trx, staffId);
  await deleteStaffIdentity(trx, staffId);
  await trx.deleteFrom('staff_credentials').where('staff_id', '=', staffId).execute();
}
