/** Consents of accounts to support, and the support accesses that staff opens with or without a consent. */
import type { SupportScope } from '@innkeeper/model/people/support-access';
import { hintOf, newTokenText } from '@innkeeper/model/people/token-text';
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';
import { type Page, type PageQuery, pageOf } from './page.ts';
import { taxFactsOf } from './tax.ts';
import { hashToken } from './tokens.ts';

export interface SupportGrant extends Selectable<Database['support_grants']> {
  /** Name or email address of the member, or `null` if unknown. */
  granter: string | null;
}

/** Inserts a consent and returns it with its granter. */
export async function insertSupportGrant(
  trx: Transaction<Database>,
  row: Insertable<Database['support_grants']>,
): Promise<SupportGrant> {
  const { id } = await trx.insertInto('support_grants').values(row).returning('id').executeTakeFirstOrThrow();
  return withGranter(trx).where('g.id', '=', id).executeTakeFirstOrThrow();
}

/** Lists the valid consents of an account, oldest first. */
export function openSupportGrants(
  db: Kysely<Database>,
  { accountId, now }: { accountId: number; now: Date },
): Promise<SupportGrant[]> {
  return withGranter(db)
    .where('g.account_id', '=', accountId)
    .where('g.ended_at', 'is', null)
    .where('g.expires_at', '>', now)
    .orderBy('g.id')
    .execute();
}

/** Returns a page of consents, latest first. */
export function pageOfSupportGrants(
  db: Kysely<Database>,
  { accountId, ...page }: PageQuery & { accountId: number },
): Promise<Page<SupportGrant>> {
  return pageOf(withGranter(db).where('g.account_id', '=', accountId).orderBy('g.id', 'desc'), page);
}

/** Ends a consent. Returns false if it has already ended or expired. */
export async function endSupportGrant(trx: Transaction<Database>, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('support_grants')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function withGranter(db: Kysely<Database>) {
  return db
    .selectFrom('support_grants as g')
    .leftJoin('users as u', 'u.id', 'g.granted_by')
    .selectAll('g')
    .select(sql<string | null>`coalesce(nullif(u.name, ''), u.email)`.as('granter'));
}

interface NewSupportAccess {
  accountId: number;
  staffId: number;
  /** Consent that allows the access, or the reason to open it without one. */
  why: { grantId: number } | { reason: string };
  /** Staff token that opens the access. Its allowed networks also restrict the access. */
  staffTokenId?: number | undefined;
  scope: SupportScope;
  now: Date;
  expiresAt: Date;
}

/** Inserts a support access. The returned `token` is not stored anywhere, and cannot be read again. */
export async function insertSupportAccess(
  trx: Transaction<Database>,
  { accountId, staffId, why, staffTokenId, scope, now, expiresAt }: NewSupportAccess,
): Promise<{ id: number; token: string }> {
  const token = newTokenText('ika_');
  const opening =
    staffTokenId !== undefined &&
    (await trx
      .selectFrom('staff_tokens')
      .select(['id as staff_token_id', 'allowed_networks'])
      .where('id', '=', staffTokenId)
      .executeTakeFirstOrThrow());
  const { id } = await trx
    .insertInto('support_accesses')
    .values({
      account_id: accountId,
      staff_id: staffId,
      scope,
      created_at: now,
      expires_at: expiresAt,
      ...('reason' in why ? { reason: why.reason } : { grant_id: why.grantId }),
      token_hash: hashToken(token),
      hint: hintOf(token),
      ...opening,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token };
}

/**
 * Counts the open accesses of a staff member. An open access has neither ended nor expired, and its consent, if any, has not been ended.
 */
export async function countSupportAccesses(db: Kysely<Database>, staffId: number, now: Date): Promise<number> {
  const { n } = await db
    .selectFrom('support_accesses as x')
    .leftJoin('support_grants as g', 'g.id', 'x.grant_id')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('x.staff_id', '=', staffId)
    .where('x.ended_at', 'is', null)
    .where('x.expires_at', '>', now)
    // `null` also for an access without a consent.
    .where('g.ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
}

/**
 * Finds a support access by the SHA-256 of its token. Returns `undefined` if access or consent has ended, the staff member is disabled, or
 * the account is closed.
 */
export function findSupportAccess(db: Kysely<Database>, hash: Buffer, now: Date) {
  return db
    .selectFrom('support_accesses as x')
    .innerJoin('staff as s', 's.id', 'x.staff_id')
    .innerJoin('accounts as a', 'a.id', 'x.account_id')
    .leftJoin('support_grants as g', 'g.id', 'x.grant_id')
    .select(['x.id', 'x.account_id as accountId', 'x.scope', 'x.last_used_at as lastUsedAt', 'x.allowed_networks'])
    .select(['s.id as staffId', 's.name'])
    .select(taxFactsOf(sql`x.account_id`).as('facts'))
    .select((eb) => eb('a.suspended_at', 'is not', null).$castTo<boolean>().as('suspended'))
    .select((eb) => eb('a.closes_at', 'is not', null).$castTo<boolean>().as('closing'))
    .where('x.token_hash', '=', hash)
    .where('x.ended_at', 'is', null)
    .where('x.expires_at', '>', now)
    .where('s.disabled_at', 'is', null)
    .where('a.closed_at', 'is', null)
    .where((eb) => eb.or([eb('x.grant_id', 'is', null), eb.and([eb('g.ended_at', 'is', null), eb('g.expires_at', '>', now)])]))
    .executeTakeFirst();
}

/** Ends the selected accesses that are still open. Returns them with their staff members. */
export async function endSupportAccesses(
  trx: Transaction<Database>,
  which: { id: number } | { staffId: number } | { staffTokenIds: readonly number[] } | { hashes: readonly Buffer[] },
  now: Date,
): Promise<{ id: number; accountId: number; staffId: number; email: string; name: string; hint: string }[]> {
  const all = trx
    .updateTable('support_accesses as x')
    .from('staff as s')
    .set({ ended_at: now })
    .whereRef('s.id', '=', 'x.staff_id')
    .where('x.ended_at', 'is', null)
    .where('x.expires_at', '>', now)
    .returning(['x.id', 'x.account_id as accountId', 'x.staff_id as staffId', 's.email', 's.name', 'x.hint']);
  if ('id' in which) return all.where('x.id', '=', which.id).execute();
  if ('staffId' in which) return all.where('x.staff_id', '=', which.staffId).execute();
  if ('staffTokenIds' in which)
    return which.staffTokenIds.length === 0 ? [] : all.where('x.staff_token_id', 'in', which.staffTokenIds).execute();
  return which.hashes.length === 0 ? [] : all.where('x.token_hash', 'in', which.hashes).execute();
}

/** Deletes accesses and consents that expired before this time. */
export async function purgeSupportAccess(db: Kysely<Database>, before: Date): Promise<void> {
  await db.deleteFrom('support_accesses').where('expires_at', '<', before).execute();
  await db.deleteFrom('support_grants').where('expires_at', '<', before).execute();
}
