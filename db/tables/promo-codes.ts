/** Promo codes, and the orders that use them. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database, PromoCode } from '../schema.ts';

/** A promo code with the ids of the plans that it is valid for, or `null` for all plans. */
export interface LoadedPromoCode extends PromoCode {
  plan_ids: number[] | null;
}

/** Finds promo codes, disabled or not. Ignores case. */
export async function findPromoCodes(db: Kysely<Database>, codes: readonly string[]): Promise<LoadedPromoCode[]> {
  const lowerCaseCodes = codes.map((code) => code.toLowerCase());
  return promoCodes(db).where(sql<boolean>`lower(code) = any(${lowerCaseCodes}::text[])`).execute();
}

/** Lists the promo codes that customers see with a plan at this time, in catalogue order. */
export async function listedPromoCodes(db: Kysely<Database>, planId: number, now: Date): Promise<LoadedPromoCode[]> {
  const listed = await promoCodes(db)
    .where('listed', '=', true)
    .where('disabled_at', 'is', null)
    .where(({ eb, or }) => or([eb('valid_from', 'is', null), eb('valid_from', '<=', now)]))
    .where(({ eb, or }) => or([eb('valid_until', 'is', null), eb('valid_until', '>', now)]))
    .execute();
  return listed.filter(({ plan_ids }) => plan_ids === null || plan_ids.includes(planId));
}

export interface PromoUses {
  all: number;
  ofAccount: number;
}

/** Counts the orders that use a promo code. */
export async function promoUses(db: Kysely<Database>, promoCodeId: number, accountId: number): Promise<PromoUses> {
  const uses = db.selectFrom('promo_uses').where('promo_code_id', '=', promoCodeId);
  return uses
    .select([
      sql<number>`count(*)::int`.as('all'),
      sql<number>`(count(*) filter (where account_id = ${accountId}))::int`.as('ofAccount'),
    ])
    .executeTakeFirstOrThrow();
}

/** Locks a promo code, so that other transactions that count its uses wait until this one ends. */
export async function lockPromoCode(trx: Transaction<Database>, id: number): Promise<void> {
  await trx.selectFrom('promo_codes').select('id').where('id', '=', id).forUpdate().execute();
}

export async function insertPromoUse(
  trx: Kysely<Database>,
  use: { order_id: number; promo_code_id: number; account_id: number },
): Promise<void> {
  await trx.insertInto('promo_uses').values(use).execute();
}

export async function deletePromoUses(trx: Kysely<Database>, orderId: number): Promise<void> {
  await trx.deleteFrom('promo_uses').where('order_id', '=', orderId).execute();
}

/** Returns the ids of plans by the ids of their servers. Ids of other services are left out. */
export async function findPlanIds(db: Kysely<Database>, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('server_details')
    .select(['id', 'plan_id'])
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .execute();
  return new Map(rows.map(({ id, plan_id }) => [id, plan_id]));
}

function promoCodes(db: Kysely<Database>) {
  return db
    .selectFrom('promo_codes')
    .selectAll()
    .select(
      sql<
        number[] | null
      >`(select array_agg(plan_id order by plan_id) from promo_code_plans where promo_code_id = promo_codes.id)`.as('plan_ids'),
    )
    .orderBy('position')
    .orderBy('id');
}
