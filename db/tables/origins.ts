/** Origins of addresses: their country and autonomous system, from the data that the operator imported. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

export interface Origin {
  country: string | null;
  asn: number | null;
  /** Name of the autonomous system. */
  name: string | null;
}

/**
 * Returns the origin of each address or network, by its given text. Takes one index lookup per kind of data. All fields are `null` without
 * data.
 */
export async function originsOf(db: Kysely<Database>, sources: readonly string[]): Promise<Map<string, Origin>> {
  if (sources.length === 0) return new Map();
  const ofKind = (kind: string) => sql`
    left join lateral (
      select * from (
        select r.country, r.asn, r.name, r.last_address from geo_ranges r
        where r.dataset_id = (select id from geo_datasets where kind = ${sql.lit(kind)} and in_use)
          and r.first_address <= host(item.source::inet)::inet
        order by r.first_address desc limit 1) as nearest
      where last_address >= host(item.source::inet)::inet) as ${sql.id(kind)} on true`;
  const { rows } = await sql<Origin & { source: string }>`
    select item.source, coalesce(country.country, asn.country) as country, asn.asn::float8 as asn, asn.name
    from unnest(${[...sources]}::text[]) as item(source) ${ofKind('country')} ${ofKind('asn')}`.execute(db);
  return new Map(rows.map(({ source, ...origin }) => [source, origin]));
}
