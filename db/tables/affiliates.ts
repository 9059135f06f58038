/** Affiliates, their codes, conversions and payouts. */
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../schema.ts';
import { type Page, type PageQuery, pageOf } from './page.ts';

export type AffiliateRow = Selectable<Database['affiliates']>;
export type Terms = Selectable<Database['affiliate_terms']>;
export type Conversion = Selectable<Database['affiliate_conversions']>;
export type Payout = Selectable<Database['affiliate_payouts']>;
export type AffiliateCode = Selectable<Database['affiliate_codes']>;

export interface LoadedAffiliate extends AffiliateRow {
  /** Current code of the affiliate. */
  code: string;
}

/** Returns the terms of the affiliate programme, or `undefined` if the operator offers none. */
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

/** Locks the row of an affiliate until the transaction ends. */
export function lockAffiliate(trx: Transaction<Database>, accountId: number): Promise<AffiliateRow | undefined> {
  return trx.selectFrom('affiliates').selectAll().where('account_id', '=', accountId).forNoKeyUpdate().executeTakeFirst();
}

type Sum = 'turnover' | 'pending' | 'payable' | 'paid_out';

/** Adds amounts to the sums of an affiliate. The caller must hold its lock. */
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

/** Inserts an affiliate. Returns false if the account already is one. */
export async function insertAffiliate(trx: Kysely<Database>, row: Insertable<Database['affiliates']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('affiliates')
    .values(row)
    .onConflict((oc) => oc.column('account_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Finds a code of any affiliate, current or not. Ignores case. */
export function findCode(db: Kysely<Database>, code: string): Promise<AffiliateCode | undefined> {
  return db.selectFrom('affiliate_codes').selectAll().where(sql`lower(code)`, '=', code.toLowerCase()).executeTakeFirst();
}

/** Counts all codes of an affiliate, including former ones. */
export async function countCodes(db: Kysely<Database>, affiliateId: number): Promise<number> {
  const { n } = await db
    .selectFrom('affiliate_codes')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('affiliate_id', '=', affiliateId)
    .executeTakeFirstOrThrow();
  return n;
}

/**
 * Inserts a code as the current code of its affiliate. The caller must hold the affiliate's lock and have ended the current code. Returns
 * false if the code is taken.
 */
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

/** Makes the current code a former one. The affiliate keeps it. */
export async function endCurrentCode(trx: Kysely<Database>, affiliateId: number): Promise<void> {
  await trx
    .updateTable('affiliate_codes')
    .set({ current: false })
    .where('affiliate_id', '=', affiliateId)
    .where('current', '=', true)
    .execute();
}

/** Makes an earlier code current again, in its new spelling. */
export async function reviveCode(trx: Kysely<Database>, id: number, code: string): Promise<void> {
  await trx.updateTable('affiliate_codes').set({ current: true, code }).where('id', '=', id).execute();
}

/** Returns a page of conversions, newest first. */
export function pageOfConversions(
  db: Kysely<Database>,
  { affiliateId, ...page }: PageQuery & { affiliateId: number },
): Promise<Page<Conversion>> {
  const all = db.selectFrom('affiliate_conversions').selectAll().where('affiliate_id', '=', affiliateId);
  return pageOf(all.orderBy('id', 'desc'), page);
}

/** Returns a page of payouts, newest first. */
export function pageOfPayouts(
  db: Kysely<Database>,
  { affiliateId, ...page }: PageQuery & { affiliateId: number },
): Promise<Page<Payout>> {
  const all = db.selectFrom('affiliate_payouts').selectAll().where('affiliate_id', '=', affiliateId);
  return pageOf(all.orderBy('id', 'desc'), page);
}
