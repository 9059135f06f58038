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
  fields: Pick<InvitationRow, 'secret_hash' | 'sent_at' | 'expires_at'>,
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
