/**
 * Metrics of servers: the latest sample of each, closed buckets by day, and traffic by day. Days are in UTC, such as `2026-01-31`.
 *
 * docs/decisions/metrics.md explains the storage format.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';
import { GROUP_SIZE } from './metrics/samples.ts';

export { dayOf } from './metrics/day.ts';
export { type Sample, type ServerSample, type ServerUsage, upsertSamples, usageAfter } from './metrics/samples.ts';
export { type CurrentUsage, CYCLE_BYTES, currentUsage, trafficDays } from './metrics/usage.ts';

/** Lists the packed buckets of a server by day, from `first` to `last`, inclusive. */
export async function metricDays(
  db: Kysely<Database>,
  { serverId, first, last }: { serverId: number; first: string; last: string },
): Promise<{ day: string; buckets: Buffer }[]> {
  const { rows } = await sql<{ day: string; buckets: Buffer }>`
    select day::text as day, string_agg(buckets, ''::bytea order by at nulls first, id) as buckets from (
      select day, null::timestamptz as at, null::int8 as id, buckets from server_metrics
      where server_id = ${serverId} and day between ${first}::date and ${last}::date
      union all
      select (at at time zone 'UTC')::date, at, id, buckets[array_position(server_ids, ${serverId}::int4)] from server_metric_batches
      where neighbours = ${serverId}::int4 / ${GROUP_SIZE}::int4 and ${serverId}::int4 = any(server_ids)
        and at >= ${first}::timestamp at time zone 'UTC' and at < (${last}::timestamp + interval '1 day') at time zone 'UTC') as part
    group by day order by day`.execute(db);
  return rows;
}

/** Lists the groups of servers that have buckets from before `at` to fold, by group number. Omits the groups in `except`. */
export async function listFoldableMetricGroups(
  db: Kysely<Database>,
  at: Date,
  except: readonly number[],
): Promise<{ id: number }[]> {
  return db
    .selectFrom('server_metric_batches')
    .select('neighbours as id')
    .distinct()
    .where('at', '<', at)
    .where(sql<boolean>`neighbours <> all(${[...except]}::int4[])`)
    .orderBy('neighbours')
    .execute();
}

/**
 * Moves the buckets of one group of up to 64 servers from before `at` into their day rows, in one statement. Returns whether there were
 * any.
 */
export async function foldBuckets(db: Kysely<Database>, groupId: number, at: Date): Promise<boolean> {
  const { rows } = await sql`
    with gone as (
      delete from server_metric_batches where neighbours = ${groupId} and at < ${at} returning id, at, server_ids, buckets),
    folded as (
      select item.server_id, (at at time zone 'UTC')::date as day, string_agg(item.bucket, ''::bytea order by at, id) as buckets
      from gone cross join lateral unnest(server_ids, buckets) as item(server_id, bucket) group by 1, 2)
    insert into server_metrics as known (server_id, day, buckets) select server_id, day, buckets from folded order by 1, 2
    on conflict (server_id, day) do update set buckets = known.buckets || excluded.buckets
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Deletes at most `limit` days of metrics and at most `limit` days of traffic from before `day`. Returns how many rows were deleted. */
export async function purgeMetricsBefore(db: Kysely<Database>, day: string, limit: number): Promise<number> {
  const forgotten = await Promise.all(
    (['server_metrics', 'server_traffic'] as const).map(async (table) => {
      const { rows } = await sql`
        with old as materialized (select ctid from ${sql.table(table)} where day < ${day}::date limit ${limit})
        delete from ${sql.table(table)} t using old where t.ctid = old.ctid returning 1`.execute(db);
      return rows.length;
    }),
  );
  return forgotten.reduce((sum, rows) => sum + rows, 0);
}
