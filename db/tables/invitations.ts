/**
 * Invitations to accounts. The mail contains the secret, and the table stores only its hash. A row is deleted when its invitation is
 * accepted or withdrawn.
 */
import { createHash, randomBytes } from 'node:crypto';
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';
import { type Page, type PageQuery, pageOf } from './page.ts';

export type InvitationRow = Selectable<Database['invitations']>;

export interface Invitation extends InvitationRow {
  inviter: string | null;
}

/** Returns a secret of 192 random bits and its hash. A random secret of this length needs no slow hash. */
export function newInvitationSecret(): { secret: string; hash: Buffer } {
  const secret = randomBytes(24).toString('base64url');
  return { secret, hash: hashOf(secret) };
}

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export async function insertInvitation(trx: Transaction<Database>, row: Insertable<Database['invitations']>): Promise<number> {
  const { id } = await trx.insertInto('invitations').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Replaces the secret and the dates of an invitation. */
export async function renewInvitation(
  trx: Transaction<Database>,
  id: number,
  fields: Pick<InvitationRow, 'secret_hash' | 'sent_at' | 'valid_until' | 'expires_at'>,
): Promise<void> {
  await trx.updateTable('invitations').set(fields).where('id', '=', id).execute();
}

export async function deleteInvitation(trx: Transaction<Database>, id: number): Promise<void> {
  await trx.deleteFrom('invitations').where('id', '=', id).execute();
}

/** Locks an invitation, even an expired one, until the transaction ends. */
export async function lockInvitationBySecret(trx: Transaction<Database>, secret: string): Promise<InvitationRow | undefined> {
  return trx.selectFrom('invitations').selectAll().where('secret_hash', '=', hashOf(secret)).forUpdate().executeTakeFirst();
}

/**
 * Returns the time of the latest invitation mail, sent or pending, from another account to this email address. Returns `undefined` if there
 * is none, or if a user has the address. Other callers with this address wait until the caller's transaction ends.
 */
export async function lockInvitationMails(
  trx: Transaction<Database>,
  { accountId, email }: { accountId: number; email: string },
): Promise<Date | undefined> {
  const address = email.toLowerCase();
  await sql`select pg_advisory_xact_lock(hashtextextended('invitation to ' || ${address}, 0))`.execute(trx);
  const { rows } = await sql<{ at: Date | null }>`
    select max(coalesce(sent_at, failed_at, next_try_at)) as at from mails
    where lower(address) = ${address} and template = 'invitation' and account_id <> ${accountId}
      -- One that was given up before the first try has reached nobody.
      and (failed_at is null or tries > 0)
      and not exists (select from users where lower(email) = ${address})`.execute(trx);
  return rows[0]?.at ?? undefined;
}

/** Returns when the mail of an invitation is due, or `undefined` after the first attempt to send it. */
export async function findMailDueTime(db: Kysely<Database>, { id, secret_hash }: Pick<InvitationRow, 'id' | 'secret_hash'>) {
  const mail = await db
    .selectFrom('mails')
    .select('next_try_at')
    .where('once', '=', invitationKey(id, secret_hash))
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('tries', '=', 0)
    .executeTakeFirst();
  return mail?.next_try_at;
}

/**
 * Returns the deduplication key of an invitation's mail. The trigger of the invitation's row builds the same key
 * (db/migrations/start/members.ts).
 */
export const invitationKey = (id: number, hash: Buffer): string => `invitation:${id}:${hash.toString('hex')}`;

/** Finds an invitation, even an expired one. */
export async function findInvitationBySecret(db: Kysely<Database>, secret: string): Promise<InvitationRow | undefined> {
  return db.selectFrom('invitations').selectAll().where('secret_hash', '=', hashOf(secret)).executeTakeFirst();
}

export async function loadInvitation(db: Kysely<Database>, id: number): Promise<Invitation> {
  return withInviter(db).where('i.id', '=', id).executeTakeFirstOrThrow();
}

/** Finds an account's invitation to an email address. Ignores case. */
export async function findInvitationTo(
  db: Kysely<Database>,
  { accountId, email }: { accountId: number; email: string },
): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

/** Counts the invitations that can still be accepted, except the one with the id `exceptId`. */
export async function countOpenInvitations(
  db: Kysely<Database>,
  { accountId, now, exceptId = 0 }: { accountId: number; now: Date; exceptId?: number | undefined },
): Promise<number> {
  const { n } = await db
    .selectFrom('invitations')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .where('id', '<>', exceptId)
    .executeTakeFirstOrThrow();
  return n;
}

/** Returns a page of invitations, oldest first, including expired ones. */
export async function pageOfInvitations(
  db: Kysely<Database>,
  { accountId, ...page }: PageQuery & { accountId: number },
): Promise<Page<Invitation>> {
  return pageOf(withInviter(db).where('i.account_id', '=', accountId).orderBy('i.id'), page);
}

function withInviter(db: Kysely<Database>) {
  return db
    .selectFrom('invitations as i')
    .leftJoin('users as u', 'u.id', 'i.invited_by')
    .selectAll('i')
    .select(sql<string | null>`coalesce(nullif(u.name, ''), u.email)`.as('inviter'));
}

/** Deletes invitations and ownership offers that expired before this time. */
export async function purgeInvitations(db: Kysely<Database>, before: Date): Promise<void> {
  await db.deleteFrom('invitations').where('expires_at', '<', before).execute();
  await db.deleteFrom('ownership_offers').where('expires_at', '<', before).execute();
}
