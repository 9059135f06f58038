/** Reads the last sample of each server. A process caches the samples that it wrote. */
import type { Database } from '@innkeeper/db/schema';
import type { ServerSample, ServerUsage } from '@innkeeper/db/tables/metrics';
import { type Kysely, type Selectable, sql } from 'kysely';

export interface LastSample {
  /** Last sample, or `undefined` before the first one and after a crash of PostgreSQL. */
  sample: ServerSample | undefined;
  saved: ServerUsage | undefined;
}

/**
 * Cache of the rows that this process wrote last, by server id. Reading the rows took an eighth of an idle worker's CPU. Rows may change
 * after they were cached, for example by a crash of PostgreSQL. In that case `upsertSamples` rejects samples computed from the cache, and
 * the rows are read again.
 */
export type LastSamples = Map<number, LastSample>;

/** Reads the rows of servers. `ids` must be ascending. */
export async function readLastSamples(cx: { db: Kysely<Database> }, ids: readonly number[]): Promise<LastSamples> {
  if (ids.length === 0) return new Map();
  // Read the samples first. If another worker writes between the two reads, the sample is outdated and `upsertSamples` rejects the result.
  const samples = byServer(await rowsOf(cx, 'server_samples', ids));
  const usages = byServer(await rowsOf(cx, 'server_usage', ids));
  return new Map(ids.map((id) => [id, { sample: samples.get(id), saved: usages.get(id) }]));
}

/**
 * Reads rows of one table. The tables are not joined. A plan that was made while a table was empty, as after a crash, would scan the whole
 * table for each server. `ids` must be ascending. The condition on their range keeps such a plan from comparing every row with all ids.
 */
async function rowsOf<Table extends 'server_samples' | 'server_usage'>(
  { db }: { db: Kysely<Database> },
  table: Table,
  ids: readonly number[],
) {
  const { rows } = await sql<Selectable<Database[Table]>>`
    select * from ${sql.table(table)}
    where server_id between ${ids.at(0) ?? 0} and ${ids.at(-1) ?? 0} and server_id = any(${[...ids]}::int4[])`.execute(db);
  return rows;
}

const byServer = <Row extends { server_id: number }>(rows: readonly Row[]): Map<number, Row> =>
  new Map(rows.map((row) => [row.server_id, row]));
