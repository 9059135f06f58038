/** Data of countries and autonomous systems: sources, the data sets in use, and lookups. */
import { type Insertable, type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import type { Database, GeoDataset } from '../schema.ts';

export type GeoKind = 'country' | 'asn';

/** Returns the data set of countries that is in use. */
export const countryDataset = (db: Kysely<Database>): Promise<GeoDataset | undefined> => datasetInUse(db, 'country');

/** Returns the data set of a kind that is in use, or `undefined` if none is. */
export async function datasetInUse(db: Kysely<Database>, kind: GeoKind): Promise<GeoDataset | undefined> {
  return db.selectFrom('geo_datasets').selectAll().where('kind', '=', kind).where('in_use', '=', true).executeTakeFirst();
}

export interface FoundRange {
  country: string | null;
  asn: number | null;
  name: string | null;
}

/** Finds the range of an address with one index lookup. Returns `undefined` if no range contains the address or no data set is in use. */
export async function lookUp(db: Kysely<Database>, kind: GeoKind, address: string): Promise<FoundRange | undefined> {
  const { rows } = await sql<FoundRange>`
    select country, asn::float8 as asn, name from (
      select r.* from geo_ranges r where r.dataset_id = (select id from geo_datasets where kind = ${kind} and in_use)
        and r.first_address <= ${address}::inet order by r.first_address desc limit 1) as r
    where r.last_address >= ${address}::inet`.execute(db);
  return rows[0];
}

/** Returns a query for the country of an address. The query yields no row if the country is unknown. */
export const countryOf = (address: string): RawBuilder<string> => sql<string>`
  select r.country from (
    select country, last_address from geo_ranges
    where dataset_id = (select id from geo_datasets where kind = 'country' and in_use) and first_address <= ${address}::inet
    order by first_address desc limit 1) as r
  where r.last_address >= ${address}::inet`;

/** Lists the IPv4 and IPv6 ranges of a country, such as `192.0.2.0-192.0.2.255`. */
export async function listRanges(db: Kysely<Database>, datasetId: number, country: string): Promise<string[]> {
  const { rows } = await sql<{ range: string }>`
    select host(first_address) || '-' || host(last_address) as range from geo_ranges
    where dataset_id = ${datasetId} and country = ${country} order by first_address`.execute(db);
  return rows.map(({ range }) => range);
}

export type GeoSource = Selectable<Database['geo_sources']>;

/** Inserts a data set that is not in use yet, and returns its id. */
export async function beginDataset(
  trx: Transaction<Database>,
  values: Omit<Insertable<Database['geo_datasets']>, 'ranges' | 'in_use'>,
): Promise<number> {
  const { id } = await trx.insertInto('geo_datasets').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

export interface NewRange {
  first: string;
  last: string;
  country: string | null;
  asn: number | null;
  name: string | null;
}

/** Inserts ranges. Skips a range whose first address already exists, and returns whether any was skipped. */
export async function insertRanges(trx: Transaction<Database>, datasetId: number, ranges: readonly NewRange[]): Promise<boolean> {
  const column = <K extends keyof NewRange>(name: K) => ranges.map((range) => range[name]);
  const { numAffectedRows } = await sql`
    insert into geo_ranges (dataset_id, first_address, last_address, country, asn, name)
    select ${datasetId}, * from unnest(${column('first')}::inet[], ${column('last')}::inet[], ${column('country')}::text[],
      ${column('asn')}::bigint[], ${column('name')}::text[])
    on conflict do nothing`.execute(trx);
  return Number(numAffectedRows ?? 0) < ranges.length;
}

/**
 * Returns the first address of an invalid range. A range is invalid if it ends before it begins, or begins inside the previous range.
 * Returns `undefined` if all ranges are valid.
 */
export async function findInvalidRange(trx: Transaction<Database>, datasetId: number): Promise<string | undefined> {
  const { rows } = await sql<{ first: string }>`
    select host(first_address) as first from (
      select first_address, last_address, lag(last_address) over (order by first_address) as before
      from geo_ranges where dataset_id = ${datasetId}) as r
    where last_address < first_address or before >= first_address limit 1`.execute(trx);
  return rows[0]?.first;
}

/** Makes lookups use this data set, and deletes the ranges of the other data sets of its kind. */
export async function useDataset(trx: Transaction<Database>, kind: GeoKind, datasetId: number, ranges: number): Promise<void> {
  await sql`delete from geo_ranges where dataset_id in (select id from geo_datasets where kind = ${kind} and id <> ${datasetId})`.execute(
    trx,
  );
  await trx.updateTable('geo_datasets').set({ in_use: false }).where('kind', '=', kind).where('in_use', '=', true).execute();
  await trx.updateTable('geo_datasets').set({ in_use: true, ranges }).where('id', '=', datasetId).execute();
}
