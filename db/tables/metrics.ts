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
 * Keeps a sample whole, in one statement; nothing of it when another was kept since `before` was read, so that no byte counts
 * twice. Answers whether it was kept.
 */
export async function upsertSample(db: Kysely<Database>, { before, after, moved, closed }: Sample): Promise<boolean> {
  const { rows } = await sql`
    with given as (select * from jsonb_populate_record(null::server_usage, ${jsonOf(after)}::jsonb)),
    kept as (
      insert into server_usage as known select * from given
      on conflict (server_id) do update set ${sql.join(COLUMNS.map((name) => sql`${name} = excluded.${name}`))}
        where known.sampled_at = ${before?.sampled_at ?? null}::timestamptz
      returning server_id),
    traffic as (
      insert into server_traffic as known (server_id, day, in_bytes, out_bytes)
      select server_id, ${dayOf(after.sampled_at)}::date, ${moved.in}::bigint, ${moved.out}::bigint from kept
        where ${moved.in + moved.out}::bigint > 0
      on conflict (server_id, day) do update
        set in_bytes = known.in_bytes + excluded.in_bytes, out_bytes = known.out_bytes + excluded.out_bytes),
    closed as (
      insert into server_metrics as known (server_id, day, buckets)
      select server_id, ${closed?.day ?? null}::date, ${closed?.packed ?? null}::bytea from kept where ${closed !== null}::boolean
      on conflict (server_id, day) do update set buckets = known.buckets || excluded.buckets)
    select server_id from kept`.execute(db);
  return rows.length === 1;
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

/** Forgets up to `limit` days of each kind that are older; answers how many rows went. */
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
].map((name) => sql.ref(name));

function jsonOf(row: ServerUsage): string {
  return JSON.stringify(row, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}
