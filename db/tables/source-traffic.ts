/** Sources of packets to an address in the last hour, and the share that lists and a geo filter would drop. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

export interface Effect {
  /** Time of the first record, or `null` if nothing was recorded. */
  since: Date | null;
  sources: number;
  dropped_sources: number;
  bytes: number;
  dropped_bytes: number;
  packets: number;
  dropped_packets: number;
  /** Bytes of sources that were not recorded individually, so it is unknown what would be dropped. */
  unknown_bytes: number;
  unknown_packets: number;
}

export interface EffectQuery {
  addressId: number;
  since: Date;
  whitelist: readonly string[];
  blacklist: readonly string[];
  geo: { action: 'allow' | 'deny'; countries: readonly string[] } | null;
  /** Id of the data set of countries. */
  datasetId: number;
}

/** Computes the effect of lists and a geo filter. Reads at most 60 rows with 64 sources each, and looks up each source once. */
export async function effectOf(db: Kysely<Database>, judged: EffectQuery): Promise<Effect> {
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
