/** Staff of the host, their tokens and sessions. */
import { withAsciiDomain } from '@innkeeper/model/mail/address';
import { STAFF_SESSION, type StaffRole } from '@innkeeper/model/people/staff';
import { hintOf, newTokenText } from '@innkeeper/model/people/token-text';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';
import { endSupportAccesses } from './support-access.ts';
import { hashToken } from './tokens.ts';

/** A staff member. A check of the table restricts the role. */
export type StaffRow = Selectable<Database['staff']> & { role: StaffRole };

/** Finds a staff member by id or email address, and locks the row until the transaction ends. */
export async function lockStaff(trx: Transaction<Database>, named: string): Promise<StaffRow | undefined> {
  const one = trx.selectFrom('staff').selectAll().forUpdate();
  const row = await (/^\d{1,9}$/.test(named)
    ? one.where('id', '=', Number(named))
    : one.where(sql`lower(email)`, '=', withAsciiDomain(named).toLowerCase())
  ).executeTakeFirst();
  return row as StaffRow | undefined;
}

export interface NewStaffToken {
  staffId: number;
  /** Staff member who creates the token, by default `null` for an operator on the host. */
  madeBy?: number | null;
  name: string;
  networks: readonly string[];
  now: Date;
  expiresAt: Date;
}

/** Inserts a token. The returned `token` is not stored anywhere, and cannot be read again. */
export async function insertStaffToken(
  trx: Transaction<Database>,
  request: NewStaffToken,
): Promise<{ id: number; token: string }> {
  const token = newTokenText('iks_');
  const { id } = await trx
    .insertInto('staff_tokens')
    .values({
      staff_id: request.staffId,
      made_by: request.madeBy ?? null,
      name: request.name,
      token_hash: hashToken(token),
      hint: hintOf(token),
      allowed_networks: [...request.networks],
      created_at: request.now,
      expires_at: request.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token };
}

/** Number of sessions kept per person as a record of sign-ins, latest first. No person has as many open sessions. */
const MAX_SESSIONS_SHOWN = 100;

export interface NewStaffSession {
  staffId: number;
  /** User agent of the browser. */
  name: string;
  /** SHA-256 of the session's secret. */
  hash: Buffer;
  from: string | null;
  /** Network of `from`, in the form that attempts are counted by. */
  place: string;
  now: Date;
  expiresAt: Date;
  /** Time of authentication at the identity provider. Set only for a session that the provider opened. */
  authenticatedAtProvider?: Date | undefined;
}

/** Inserts a session and returns its id. */
export async function insertStaffSession(
  trx: Transaction<Database>,
  { staffId, name, hash, from, place, now, expiresAt, authenticatedAtProvider }: NewStaffSession,
): Promise<number> {
  const by = { by_provider: authenticatedAtProvider !== undefined, authenticated_at: authenticatedAtProvider ?? now };
  const proven = { created_at: now, ...by, last_used_at: now, last_used_from: from, place };
  const { id } = await trx
    .insertInto('staff_tokens')
    .values({ staff_id: staffId, kind: 'session', name, token_hash: hash, hint: '', ...proven, expires_at: expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes the sessions of a person except the latest hundred, and except sessions that opened a recorded support access. */
export async function purgeStaffSessions(trx: Transaction<Database>, staffId: number): Promise<void> {
  await sql`delete from staff_tokens t where t.staff_id = ${staffId} and t.kind = 'session'
    and t.id not in (select id from staff_tokens where staff_id = ${staffId} and kind = 'session' order by id desc limit ${MAX_SESSIONS_SHOWN})
    and not exists (select from support_accesses x where x.staff_token_id = t.id)`.execute(trx);
}

/**
 * Revokes the selected tokens that are not revoked yet, and ends the support accesses that were opened with them. Returns the tokens with
 * their staff members.
 */
export async function revokeStaffTokens(
  trx: Transaction<Database>,
  which: { id: number } | { staffId: number } | { sessionsOf: number } | { hashes: readonly Buffer[] },
  now: Date,
): Promise<{ id: number; staffId: number; email: string; hint: string }[]> {
  const all = trx
    .updateTable('staff_tokens as t')
    .from('staff as s')
    .set({ revoked_at: now })
    .whereRef('s.id', '=', 't.staff_id')
    .where('t.revoked_at', 'is', null)
    .returning(['t.id', 't.staff_id as staffId', 's.email', 't.hint']);
  if ('hashes' in which && which.hashes.length === 0) return [];
  const named = (): typeof all => {
    if ('id' in which) return all.where('t.id', '=', which.id);
    if ('staffId' in which) return all.where('t.staff_id', '=', which.staffId);
    if ('sessionsOf' in which) return all.where('t.staff_id', '=', which.sessionsOf).where('t.kind', '=', 'session');
    return all.where('t.token_hash', 'in', which.hashes);
  };
  const revoked = await named().execute();
  await endSupportAccesses(trx, { staffTokenIds: revoked.map(({ id }) => id) }, now);
  return revoked;
}

/** Finds a token by its SHA-256. Returns `undefined` if the token is unknown, revoked or expired, or the staff member is disabled. */
export function findStaffToken(db: Kysely<Database>, hash: Buffer, now: Date) {
  return byHash(db, hash, now).where('t.kind', '=', 'token').executeTakeFirst();
}

/**
 * Finds a session by the SHA-256 of its secret. Returns `undefined` in the same cases as `findStaffToken`, and if the session was idle for
 * too long.
 */
export function findStaffSession(db: Kysely<Database>, hash: Buffer, now: Date) {
  const idleSince = new Date(now.getTime() - STAFF_SESSION.idleMs);
  return byHash(db, hash, now).where('t.kind', '=', 'session').where('t.last_used_at', '>', idleSince).executeTakeFirst();
}

function byHash(db: Kysely<Database>, hash: Buffer, now: Date) {
  return db
    .selectFrom('staff_tokens as t')
    .innerJoin('staff as s', 's.id', 't.staff_id')
    .select(['t.id as tokenId', 't.allowed_networks', 't.last_used_at', 't.authenticated_at', 's.id', 's.name', 's.role'])
    .where('t.token_hash', '=', hash)
    .where('t.revoked_at', 'is', null)
    .where('t.expires_at', '>', now)
    .where('s.disabled_at', 'is', null);
}
