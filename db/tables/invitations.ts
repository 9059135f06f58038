/** Invitations to accounts: their secrets are in mails, and here as hashes. A row goes when its invitation is accepted or withdrawn. */
import { createHash, randomBytes } from 'node:crypto';
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';
import { type Page, type PageWanted, pageOf } from './page.ts';

export type InvitationRow = Selectable<Database['invitations']>;

export interface Invitation extends InvitationRow {
  inviter: string | null;
}

/** 192 random bits, so that no slow hash is needed. */
export function newInvitationSecret(): { secret: string; hash: Buffer } {
  const secret = randomBytes(24).toString('base64url');
  return { secret, hash: hashOf(secret) };
}

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export async function insertInvitation(trx: Transaction<Database>, row: Insertable<Database['invitations']>): Promise<number> {
  const { id } = await trx.insertInto('invitations').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** A new secret takes the place of the one before. */
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

/** Held until the transaction ends; expired ones too. */
export async function lockInvitationBySecret(trx: Transaction<Database>, secret: string): Promise<InvitationRow | undefined> {
  return trx.selectFrom('invitations').selectAll().where('secret_hash', '=', hashOf(secret)).forUpdate().executeTakeFirst();
}

/**
 * Finds when the latest invitation of another account was mailed to an address that is no user's, or will be. Returns `undefined` for a user, and
 * if there was none. Others who ask for the address wait until the caller's transaction ends.
 */
export async function holdInvitationMails(
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

/** Returns when the mail of an invitation is due that was not sent yet. */
export async function waitingMailOf(db: Kysely<Database>, { id, secret_hash }: Pick<InvitationRow, 'id' | 'secret_hash'>) {
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

/** Returns the deduplication key of an invitation's mail. The trigger of its row knows it too (db/migrations/start/members.ts). */
export const invitationKey = (id: number, hash: Buffer): string => `invitation:${id}:${hash.toString('hex')}`;

/** Expired ones too. */
export async function findInvitationBySecret(db: Kysely<Database>, secret: string): Promise<InvitationRow | undefined> {
  return db.selectFrom('invitations').selectAll().where('secret_hash', '=', hashOf(secret)).executeTakeFirst();
}

export async function loadInvitation(db: Kysely<Database>, id: number): Promise<Invitation> {
  return withInviter(db).where('i.id', '=', id).executeTakeFirstOrThrow();
}

/** Of an account to an address, in whatever case it is written. */
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

/** Counts the invitations that can still be accepted. `besides`: one that does not count. */
export async function countOpenInvitations(
  db: Kysely<Database>,
  { accountId, now, besides = 0 }: { accountId: number; now: Date; besides?: number | undefined },
): Promise<number> {
  const { n } = await db
    .selectFrom('invitations')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .where('id', '<>', besides)
    .executeTakeFirstOrThrow();
  return n;
}

export async function pageOfInvitations(
  db: Kysely<Database>,
  { accountId, ...wanted }: PageWanted & { accountId: number },
): Promise<Page<Invitation>> {
  return pageOf(withInviter(db).where('i.account_id', '=', accountId).orderBy('i.id'), wanted);
}

function withInviter(db: Kysely<Database>) {
  return db
    .selectFrom('invitations as i')
    .leftJoin('users as u', 'u.id', 'i.invited_by')
    .selectAll('i')
    .select(sql<string | null>`coalesce(nullif(u.name, ''), u.email)`.as('inviter'));
}

/** Those that expired before then, and offers of ownership that did. */
export async function purgeInvitations(db: Kysely<Database>, before: Date): Promise<void> {
  await db.deleteFrom('invitations').where('expires_at', '<', before).execute();
  await db.deleteFrom('ownership_offers').where('expires_at', '<', before).execute();
}
