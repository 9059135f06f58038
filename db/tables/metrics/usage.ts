/** Traffic of a server up to its latest sample: saved traffic plus traffic counted since. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../schema.ts';
import type { ServerSample } from './samples.ts';

/**
 * Bytes in and out in the cycle that began at `cycle_began_at`. Uses the tables `u` (server_usage) and `n` (server_samples, whose row may
 * be missing).
 */
export const CYCLE_BYTES = sql<bigint>`u.cycle_bytes + coalesce(n.unsaved_in_bytes + n.unsaved_out_bytes, 0)`;

export interface CurrentUsage extends Pick<ServerSample, 'cpu_percent' | 'disk_bytes'> {
  cycle_began_at: Date;
  cycle_bytes: bigint;
}

/**
 * Returns the current usage, or `undefined` before the first sample. After a crash of PostgreSQL, CPU and disk are zero until the next
 * sample.
 */
export async function currentUsage(db: Kysely<Database>, serverId: number): Promise<CurrentUsage | undefined> {
  return db
    .selectFrom('server_usage as u')
    .leftJoin('server_samples as n', 'n.server_id', 'u.server_id')
    .select(['u.cycle_began_at', CYCLE_BYTES.as('cycle_bytes')])
    .select((eb) => [
      eb.fn.coalesce('n.cpu_percent', sql<number>`0`).as('cpu_percent'),
      eb.fn.coalesce('n.disk_bytes', sql<bigint>`0::int8`).as('disk_bytes'),
    ])
    .where('u.server_id', '=', serverId)
    .executeTakeFirst();
}

export interface TrafficDay {
  /** UTC day, such as `2026-01-31`. */
  day: string;
  in_bytes: bigint;
  out_bytes: bigint;
}

/** Lists the days with traffic, from `first` to `last`, inclusive. */
export async function trafficDays(
  db: Kysely<Database>,
  { serverId, first, last }: { serverId: number; first: string; last: string },
): Promise<TrafficDay[]> {
  const { rows } = await sql<TrafficDay>`
    select day::text as day, sum(in_bytes)::int8 as in_bytes, sum(out_bytes)::int8 as out_bytes from (
      select day, in_bytes, out_bytes from server_traffic where server_id = ${serverId}
      union all
      select (sampled_at at time zone 'UTC')::date, unsaved_in_bytes, unsaved_out_bytes from server_samples
      where server_id = ${serverId} and unsaved_in_bytes + unsaved_out_bytes > 0) as part
    where day between ${first}::date and ${last}::date group by day order by day`.execute(db);
  return rows;
}
