/**
 * Loads the facts that decide the VAT of an account. These are its country, its VAT number with the latest check, the seller, and the rates
 * of both countries.
 */
import type { TaxProfile } from '@innkeeper/model/vat/decide';
import { VAT_AREAS } from '@innkeeper/model/vat/territories';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../schema.ts';
import { countryOf } from './geo-data.ts';
import { SELLER_TIME_ZONE } from './seller-time-zone.ts';

/** A tax profile as JSON. */
export interface TaxFacts extends Omit<TaxProfile, 'rates' | 'check'> {
  rates: { country: string; rateBp: number; from: string }[];
  check: { verdict: 'valid' | 'invalid' | 'unknown'; consultation: string | null; at: string | null } | null;
}

/** Returns SQL for the country of the VAT area of a country (`vatAreaOf`). */
function areaOf(country: RawBuilder<unknown>): RawBuilder<unknown> {
  const areas = Object.entries(VAT_AREAS).map(([code, area]) => sql`when ${code} then ${area}`);
  return sql`case ${country} ${sql.join(areas, sql` `)} else ${country} end`;
}

/**
 * Returns SQL for the tax facts of an account. `account` names the account's id column, such as `a.id`. `from` is the IP address of the
 * order, if known.
 */
export function taxFactsOf(account: RawBuilder<unknown>, from?: string): RawBuilder<TaxFacts> {
  const ipCountry = from === undefined ? sql`null` : sql`(${countryOf(from)})`;
  return sql<TaxFacts>`(
    select json_build_object(
      'country', country.code, 'postalCode', buyer.postal_code, 'company', buyer.company, 'vatNumber', buyer.vat_number,
      'check', (select json_build_object('verdict', c.verdict, 'consultation', c.consultation_number, 'at', c.checked_at)
        from vat_checks c where c.account_id = buyer.id and c.vat_number = buyer.vat_number order by c.id desc limit 1),
      'rates', (select coalesce(json_agg(json_build_object('country', n.code, 'rateBp', r.rate_bp, 'from', r.valid_from)), '[]')
        from countries n join vat_rates r on r.country_id = n.id
        where n.code in (${areaOf(sql`country.code`)}, ${areaOf(sql`seller.country`)})),
      'seller', json_build_object('country', seller.country, 'oss', seller.oss,
        'thresholdPassed', seller.small_business_threshold_passed, 'timeZone', ${SELLER_TIME_ZONE}),
      'evidence', json_build_object('ipCountry', ${ipCountry}, 'cardCountry', coalesce(
        (select p.card_country from payments p
          where p.account_id = buyer.id and p.card_country is not null order by p.id desc limit 1),
        (select k.country from saved_cards k
          where k.account_id = buyer.id and k.country is not null order by k.id desc limit 1))))
    from accounts buyer join countries country on country.id = buyer.country_id cross join seller
    where buyer.id = ${account})`;
}

/** Converts facts from JSON, with dates. */
export function profileOf({ check, rates, ...facts }: TaxFacts): TaxProfile {
  return {
    ...facts,
    check: check && { ...check, at: check.at === null ? null : new Date(check.at) },
    rates: rates.map(({ from, ...rate }) => ({ ...rate, from: new Date(from) })),
  };
}

/** Returns the seller and the rates of all countries. */
export async function findTaxRules(db: Kysely<Database>): Promise<Pick<TaxProfile, 'seller' | 'rates'>> {
  const seller = await db
    .selectFrom('seller')
    .select(['country', 'oss', 'small_business_threshold_passed as thresholdPassed', SELLER_TIME_ZONE.as('timeZone')])
    .executeTakeFirstOrThrow();
  const rates = await db
    .selectFrom('vat_rates as r')
    .innerJoin('countries as c', 'c.id', 'r.country_id')
    .select(['c.code as country', 'r.rate_bp as rateBp', 'r.valid_from as from'])
    .execute();
  return { seller, rates };
}

/** Returns tax profiles by account id. Unknown accounts are left out. */
export async function findTaxProfiles(
  db: Kysely<Database>,
  accountIds: readonly number[],
  from?: string,
): Promise<Map<number, TaxProfile>> {
  const { rows } = await sql<{ id: number; facts: TaxFacts | null }>`
    select id, ${taxFactsOf(sql`wanted.id`, from)} as facts from unnest(${[...accountIds]}::int[]) as wanted (id)`.execute(db);
  return new Map(rows.flatMap(({ id, facts }) => (facts ? [[id, profileOf(facts)]] : [])));
}
