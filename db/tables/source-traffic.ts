/** Who sent packets to an address in the last hour, and what lists and a geo filter would drop of that. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

export interface Effect {
  /** Since when there is anything; null: nothing was recorded in the last hour. */
  since: Date | null;
  sources: number;
  dropped_sources: number;
  bytes: number;
  dropped_bytes: number;
  packets: number;
  dropped_packets: number;
  /** Of sources that are not known one by one, so that nobody can say what would be dropped of it. */
  unknown_bytes: number;
  unknown_packets: number;
}

export interface Judged {
  addressId: number;
  since: Date;
  whitelist: readonly string[];
  blacklist: readonly string[];
  geo: { action: 'allow' | 'deny'; countries: readonly string[] } | null;
  /** Data of countries. */
  datasetId: number;
}

/** At most 60 rows with 64 sources each; a source is looked up once. */
export async function effectOf(db: Kysely<Database>, judged: Judged): Promise<Effect> {
  const { addressId, since, geo, datasetId } = judged;
  const country = sql`(select case when r.last_address >= t.source then r.country end from geo_ranges r
    where r.dataset_id = ${datasetId} and r.first_address <= t.source order by r.first_address desc limit 1)`;
  const named = sql`coalesce(${country} = any(${[...(geo?.countries ?? [])]}::text[]), false)`;
  const refused = geo === null ? sql`false` : geo.action === 'deny' ? named : sql`not ${named}`;
  const { rows } = await sql<Omit<Effect, 'since'> & { since: Date | null }>`
    with recent as (
      select * from source_traffic where ip_address_id = ${addressId} and minute >= ${since}
    ), totals as (
      select one.source, sum(one.bytes) as bytes, sum(one.packets) as packets
      from recent r, unnest(r.sources, r.bytes, r.packets) as one (source, bytes, packets) group by 1
    ), judged as (
      select t.*, not (t.source <<= any(${[...judged.whitelist]}::inet[]))
        and (t.source <<= any(${[...judged.blacklist]}::inet[]) or ${refused}) as dropped
      from totals t
    )
    select (select min(minute) from recent) as since, count(*)::int as sources, (count(*) filter (where dropped))::int as dropped_sources,
      coalesce(sum(bytes), 0)::float8 as bytes, coalesce(sum(bytes) filter (where dropped), 0)::float8 as dropped_bytes,
      coalesce(sum(packets), 0)::float8 as packets, coalesce(sum(packets) filter (where dropped), 0)::float8 as dropped_packets,
      (select coalesce(sum(other_bytes), 0) from recent)::float8 as unknown_bytes,
      (select coalesce(sum(other_packets), 0) from recent)::float8 as unknown_packets
    from judged`.execute(db);
  return rows[0] as Effect;
}
