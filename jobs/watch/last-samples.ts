/** What the rows say of the last samples of servers, and what a process remembers of them. */
import type { Database } from '@innkeeper/db/schema';
import type { ServerSample, ServerUsage } from '@innkeeper/db/tables/metrics';
import { type Selectable, sql } from 'kysely';
import type { NodeContext } from '../job.ts';

export interface LastSample {
  /** Undefined before the first sample, and after a crash of PostgreSQL. */
  sample: ServerSample | undefined;
  saved: ServerUsage | undefined;
}

/**
 * By the server's id, what a process kept last, so that it need not be read again: that took an eighth of an idle worker's CPU. Should the rows be
 * others meanwhile (PostgreSQL has crashed), nothing is kept of what is reckoned from it (`upsertSamples`), and they are read.
 */
export type LastSamples = Map<number, LastSample>;

/** `ids` ascend. */
export async function readLastSamples(cx: Pick<NodeContext, 'db'>, ids: readonly number[]): Promise<LastSamples> {
  if (ids.length === 0) return new Map();
  // In this order: of what another worker writes in between, the condition on the sample tells.
  const samples = byServer(await rowsOf(cx, 'server_samples', ids));
  const usages = byServer(await rowsOf(cx, 'server_usage', ids));
  return new Map(ids.map((id) => [id, { sample: samples.get(id), saved: usages.get(id) }]));
}

/**
 * Not joined: a plan from when the table was empty, as that of samples is after a crash, would read all of it for each server. `ids`
 * ascend; their range keeps such a plan from comparing every row with all of them.
 */
async function rowsOf<Table extends 'server_samples' | 'server_usage'>(
  { db }: Pick<NodeContext, 'db'>,
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
