/** Stores samples of many servers in one statement, with the buckets that the samples close and their traffic. */
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '../../schema.ts';
import { dayOf } from './day.ts';

export type ServerSample = Selectable<Database['server_samples']>;
export type ServerUsage = Selectable<Database['server_usage']>;

/** Traffic that a sample adds to `server_usage` and `server_traffic`. */
export interface Saving {
  cycleBeganAt: Date;
  cycleBytes: bigint;
  days: readonly { at: Date; bytes: { in: bigint; out: bigint } }[];
}

export interface Sample {
  /** Previous sample from which `after` was computed, or `undefined` for the first sample. */
  before: Pick<ServerSample, 'sampled_at'> | undefined;
  /** Row of `server_usage` before this sample, or `undefined` if there was none. */
  saved: ServerUsage | undefined;
  after: ServerSample;
  saving: Saving | null;
  /** Bucket that this sample closed, or `null` if it closed none. */
  closed: { at: Date; packed: Buffer } | null;
}

/** Number of consecutive server ids whose closed buckets are stored in one row. */
export const GROUP_SIZE = 64;

const COLUMNS = {
  sampled_at: 'timestamptz',
  cpu_seconds: 'float8',
  net_in_bytes: 'int8',
  net_out_bytes: 'int8',
  disk_read_bytes: 'int8',
  disk_written_bytes: 'int8',
  cpu_percent: 'float4',
  disk_bytes: 'int8',
  unsaved_in_bytes: 'int8',
  unsaved_out_bytes: 'int8',
  bucket_running: 'bool',
  bucket_seconds: 'float8',
  bucket_cpu_seconds: 'float8',
  bucket_in_bytes: 'int8',
  bucket_out_bytes: 'int8',
  bucket_read_bytes: 'int8',
  bucket_written_bytes: 'int8',
} as const satisfies Record<Exclude<keyof ServerSample, 'server_id'>, string>;
const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
const ALL_COLUMNS = sql.join(NAMES.map((name) => sql.ref(name)));

/**
 * Stores the samples of one poll of many servers in one statement.
 *
 * Each sample is stored completely or not at all. A sample is skipped if another sample of its server was stored since `before` (or
 * `saved`) was read, so that no byte counts twice. Returns the ids of the servers whose sample was stored.
 */
export async function upsertSamples(db: Kysely<Database>, samples: readonly Sample[]): Promise<number[]> {
  if (samples.length === 0) return [];
  // Sort the samples, so that two workers that sample the same servers wait for each other instead of deadlocking.
  const given = [...samples].sort((one, other) => one.after.server_id - other.after.server_id);
  const savings = given.flatMap(({ after, saving }) => (saving ? [{ id: after.server_id, ...saving }] : []));
  const traffic = savings.flatMap(({ id, days }) => [...byDay(days)].map(([day, bytes]) => ({ id, day, bytes })));
  const closed = given.flatMap(({ after, closed: bucket }) => (bucket ? [{ id: after.server_id, ...bucket }] : []));
  const { rows } = await sql<{ server_id: number }>`
    with given as materialized (
      select * from unnest(${listOf(given.map(({ after }) => after.server_id))}::int4[],
          ${listOf(given.map(({ before }) => before?.sampled_at))}::timestamptz[],
          ${listOf(given.map(({ saved }) => saved?.saved_at))}::timestamptz[], ${sql.join(NAMES.map((name) => arrayOf(given, name)))})
        as item(server_id, known_at, known_saved_at, ${ALL_COLUMNS})),
    renewed as (
      update server_samples as known set ${sql.join(NAMES.map((name) => sql`${sql.ref(name)} = given.${sql.ref(name)}`))}
      from given where known.server_id = given.server_id and known.sampled_at = given.known_at
      returning known.server_id),
    begun as (
      insert into server_samples (server_id, ${ALL_COLUMNS})
      select server_id, ${ALL_COLUMNS} from given
      where known_at is null
        and known_saved_at is not distinct from (select u.saved_at from server_usage u where u.server_id = given.server_id)
      on conflict do nothing returning server_id),
    kept as (select server_id from renewed union all select server_id from begun),
    saved as (
      insert into server_usage as known (server_id, saved_at, net_in_bytes, net_out_bytes, cycle_began_at, cycle_bytes)
      select server_id, sampled_at, net_in_bytes, net_out_bytes, cycle_began_at, cycle_bytes
      from unnest(${savings.map(({ id }) => id)}::int4[], ${savings.map((one) => one.cycleBeganAt)}::timestamptz[],
          ${savings.map((one) => one.cycleBytes)}::int8[]) as item(server_id, cycle_began_at, cycle_bytes)
        join given using (server_id) join kept using (server_id)
      on conflict (server_id) do update set saved_at = excluded.saved_at, net_in_bytes = excluded.net_in_bytes,
        net_out_bytes = excluded.net_out_bytes, cycle_began_at = excluded.cycle_began_at, cycle_bytes = excluded.cycle_bytes),
    traffic as (
      insert into server_traffic as known (server_id, day, in_bytes, out_bytes)
      select server_id, day, in_bytes, out_bytes
      from unnest(${traffic.map(({ id }) => id)}::int4[], ${traffic.map(({ day }) => day)}::date[],
          ${traffic.map(({ bytes }) => bytes.in)}::int8[], ${traffic.map(({ bytes }) => bytes.out)}::int8[])
          as item(server_id, day, in_bytes, out_bytes)
        join kept using (server_id)
      on conflict (server_id, day) do update
        set in_bytes = known.in_bytes + excluded.in_bytes, out_bytes = known.out_bytes + excluded.out_bytes),
    closed as (
      insert into server_metric_batches (neighbours, at, server_ids, buckets)
      select server_id / ${GROUP_SIZE}::int4, at, array_agg(server_id order by server_id), array_agg(bucket order by server_id)
      from unnest(${closed.map(({ id }) => id)}::int4[], ${closed.map(({ at }) => at)}::timestamptz[],
          ${closed.map(({ packed }) => packed)}::bytea[]) as item(server_id, at, bucket)
        join kept using (server_id)
      group by 1, 2)
    select server_id from kept`.execute(db);
  return rows.map((row) => row.server_id);
}

/** Returns the row of `server_usage` after this sample is stored. */
export function usageAfter({ after, saved, saving }: Sample): ServerUsage | undefined {
  if (!saving) return saved;
  return {
    server_id: after.server_id,
    saved_at: after.sampled_at,
    net_in_bytes: after.net_in_bytes,
    net_out_bytes: after.net_out_bytes,
    cycle_began_at: saving.cycleBeganAt,
    cycle_bytes: saving.cycleBytes,
  };
}

function arrayOf(samples: readonly Sample[], name: keyof typeof COLUMNS): RawBuilder<unknown> {
  return sql`${listOf(samples.map(({ after }) => after[name]))}::${sql.raw(COLUMNS[name])}[]`;
}

/**
 * Formats a PostgreSQL array literal. `pg` would escape each element and format times in local time. For the twenty columns of samples,
 * this caused a fifth of all allocations of an idle worker.
 */
function listOf(values: readonly (number | bigint | boolean | Date | undefined)[]): string {
  return `{${values.map((value) => (value instanceof Date ? value.toISOString() : (value ?? 'NULL'))).join(',')}}`;
}

function byDay(days: Saving['days']): Map<string, { in: bigint; out: bigint }> {
  const sums = new Map<string, { in: bigint; out: bigint }>();
  for (const { at, bytes } of days) {
    const sum = sums.get(dayOf(at)) ?? { in: 0n, out: 0n };
    sums.set(dayOf(at), { in: sum.in + bytes.in, out: sum.out + bytes.out });
  }
  return sums;
}
