/** Affiliates, their codes, and what they were paid. */
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../schema.ts';
import { type Page, type PageWanted, pageOf } from './page.ts';

export type AffiliateRow = Selectable<Database['affiliates']>;
export type Terms = Selectable<Database['affiliate_terms']>;
export type Conversion = Selectable<Database['affiliate_conversions']>;
export type Payout = Selectable<Database['affiliate_payouts']>;
export type AffiliateCode = Selectable<Database['affiliate_codes']>;

export interface LoadedAffiliate extends AffiliateRow {
  /** The current one. */
  code: string;
}

/** Undefined as long as the operator offers none. */
export function findTerms(db: Kysely<Database>): Promise<Terms | undefined> {
  return db.selectFrom('affiliate_terms').selectAll().executeTakeFirst();
}

export function findAffiliate(db: Kysely<Database>, accountId: number): Promise<LoadedAffiliate | undefined> {
  return db
    .selectFrom('affiliates as a')
    .innerJoin('affiliate_codes as c', (join) => join.onRef('c.affiliate_id', '=', 'a.account_id').on('c.current', '=', true))
    .selectAll('a')
    .select('c.code')
    .where('a.account_id', '=', accountId)
    .executeTakeFirst();
}

/** The row, held until the transaction ends. */
export function lockAffiliate(trx: Transaction<Database>, accountId: number): Promise<AffiliateRow | undefined> {
  return trx.selectFrom('affiliates').selectAll().where('account_id', '=', accountId).forNoKeyUpdate().executeTakeFirst();
}

type Sum = 'turnover' | 'pending' | 'payable' | 'paid_out';

/** Of an affiliate that the caller holds. */
export async function addToSums(
  trx: Kysely<Database>,
  affiliateId: number,
  more: { readonly [S in Sum]?: bigint },
): Promise<void> {
  await trx
    .updateTable('affiliates')
    .set((eb) => Object.fromEntries(Object.entries(more).map(([sum, amount]) => [sum, eb(sum as Sum, '+', amount)])))
    .where('account_id', '=', affiliateId)
    .execute();
}

/** False when the account is one already. */
export async function insertAffiliate(trx: Kysely<Database>, row: Insertable<Database['affiliates']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('affiliates')
    .values(row)
    .onConflict((oc) => oc.column('account_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Of whomever, written in whatever case. */
export function findCode(db: Kysely<Database>, code: string): Promise<AffiliateCode | undefined> {
  return db.selectFrom('affiliate_codes').selectAll().where(sql`lower(code)`, '=', code.toLowerCase()).executeTakeFirst();
}

export async function countCodes(db: Kysely<Database>, affiliateId: number): Promise<number> {
  const { n } = await db
    .selectFrom('affiliate_codes')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('affiliate_id', '=', affiliateId)
    .executeTakeFirstOrThrow();
  return n;
}

/** Makes it the current one of its affiliate; the caller holds that, and has ended the current one. False when somebody has it. */
export async function insertCode(
  trx: Kysely<Database>,
  { affiliateId, code, now }: { affiliateId: number; code: string; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('affiliate_codes')
    .values({ affiliate_id: affiliateId, code, created_at: now })
    .onConflict((oc) => oc.expression(sql`lower(code)`).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export async function endCurrentCode(trx: Kysely<Database>, affiliateId: number): Promise<void> {
  await trx
    .updateTable('affiliate_codes')
    .set({ current: false })
    .where('affiliate_id', '=', affiliateId)
    .where('current', '=', true)
    .execute();
}

/** Makes a code that the affiliate had the current one again, as it is written now. */
export async function reviveCode(trx: Kysely<Database>, id: number, code: string): Promise<void> {
  await trx.updateTable('affiliate_codes').set({ current: true, code }).where('id', '=', id).execute();
}

/** Newest first. */
export function pageOfConversions(
  db: Kysely<Database>,
  { affiliateId, ...wanted }: PageWanted & { affiliateId: number },
): Promise<Page<Conversion>> {
  const all = db.selectFrom('affiliate_conversions').selectAll().where('affiliate_id', '=', affiliateId);
  return pageOf(all.orderBy('id', 'desc'), wanted);
}

/** Newest first. */
export function pageOfPayouts(
  db: Kysely<Database>,
  { affiliateId, ...wanted }: PageWanted & { affiliateId: number },
): Promise<Page<Payout>> {
  const all = db.selectFrom('affiliate_payouts').selectAll().where('affiliate_id', '=', affiliateId);
  return pageOf(all.orderBy('id', 'desc'), wanted);
}
