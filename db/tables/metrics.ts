/** What servers used: the latest look at each, closed buckets by day, traffic by day. Days are UTC and named `2026-01-31`. */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../schema.ts';

export type ServerUsage = Selectable<Database['server_usage']>;

export interface Sample {
  /** The row that the sample was reckoned from; undefined for the first one. */
  before: Pick<ServerUsage, 'sampled_at'> | undefined;
  after: ServerUsage;
  /** Bytes since `before`. */
  moved: { in: bigint; out: bigint };
  /** The bucket that this look closed. */
  closed: { day: string; packed: Buffer } | null;
}

/**
 * Keeps the samples of one look at many servers, in one statement; each whole or not at all: nothing of one when another sample of
 * its server was kept since `before` was read, so that no byte counts twice. Returns the ids of the servers whose sample was kept.
 */
export async function upsertSamples(db: Kysely<Database>, samples: readonly Sample[]): Promise<number[]> {
  if (samples.length === 0) return [];
  // Ordered, so that two workers that look at the same servers wait for one another instead of deadlocking.
  const given = [...samples].sort((one, other) => one.after.server_id - other.after.server_id).map(plainOf);
  const { rows } = await sql<{ server_id: number }>`
    with given as materialized (
      select sample.*, item.known_at, item.day, item.moved_in, item.moved_out, item.closed_day, decode(item.closed, 'base64') as closed
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as item(after jsonb, known_at timestamptz, day date,
          moved_in bigint, moved_out bigint, closed_day date, closed text)
        cross join lateral jsonb_populate_record(null::server_usage, item.after) as sample),
    renewed as (
      update server_usage as known set ${sql.join(COLUMNS.map((name) => sql`${sql.ref(name)} = given.${sql.ref(name)}`))}
      from given where known.server_id = given.server_id and known.sampled_at = given.known_at
      returning known.server_id),
    begun as (
      insert into server_usage (server_id, ${sql.join(COLUMNS.map((name) => sql.ref(name)))})
      select server_id, ${sql.join(COLUMNS.map((name) => sql.ref(name)))} from given where known_at is null
      on conflict do nothing returning server_id),
    kept as (select server_id from renewed union all select server_id from begun),
    traffic as (
      insert into server_traffic as known (server_id, day, in_bytes, out_bytes)
      select server_id, day, moved_in, moved_out from given join kept using (server_id) where moved_in + moved_out > 0
      on conflict (server_id, day) do update
        set in_bytes = known.in_bytes + excluded.in_bytes, out_bytes = known.out_bytes + excluded.out_bytes),
    closed as (
      insert into server_metrics as known (server_id, day, buckets)
      select server_id, closed_day, closed from given join kept using (server_id) where closed is not null
      on conflict (server_id, day) do update set buckets = known.buckets || excluded.buckets)
    select server_id from kept`.execute(db);
  return rows.map((row) => row.server_id);
}

/** The packed buckets of a server, a row a day, from the first day to the last. */
export async function metricDays(
  db: Kysely<Database>,
  { serverId, first, last }: { serverId: number; first: string; last: string },
): Promise<{ day: string; buckets: Buffer }[]> {
  return db
    .selectFrom('server_metrics')
    .select([sql<string>`day::text`.as('day'), 'buckets'])
    .where('server_id', '=', serverId)
    .where(sql<boolean>`day between ${first}::date and ${last}::date`)
    .orderBy('day')
    .execute();
}

export async function trafficDays(
  db: Kysely<Database>,
  { serverId, first, last }: { serverId: number; first: string; last: string },
): Promise<Selectable<Database['server_traffic']>[]> {
  return db
    .selectFrom('server_traffic')
    .select([sql<string>`day::text`.as('day'), 'server_id', 'in_bytes', 'out_bytes'])
    .where('server_id', '=', serverId)
    .where(sql<boolean>`day between ${first}::date and ${last}::date`)
    .orderBy('day')
    .execute();
}

/** Deletes up to `limit` days of each kind that are older; returns how many rows were deleted. */
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

export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

const COLUMNS = [
  ...['sampled_at', 'cpu_seconds', 'net_in_bytes', 'net_out_bytes', 'disk_read_bytes', 'disk_written_bytes', 'cpu_percent'],
  ...['disk_bytes', 'cycle_bytes', 'cycle_began_at', 'bucket_at', 'bucket_running', 'bucket_seconds', 'bucket_cpu_seconds'],
  ...['bucket_in_bytes', 'bucket_out_bytes', 'bucket_read_bytes', 'bucket_written_bytes'],
];

/** As JSON takes it. */
function plainOf({ before, after, moved, closed }: Sample): object {
  const texts = Object.entries(after).map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]);
  return {
    after: Object.fromEntries(texts),
    known_at: before?.sampled_at ?? null,
    day: dayOf(after.sampled_at),
    moved_in: String(moved.in),
    moved_out: String(moved.out),
    closed_day: closed?.day ?? null,
    closed: closed?.packed.toString('base64') ?? null,
  };
}
