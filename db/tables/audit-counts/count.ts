/** Counts the lines that were added to the audit log. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '../../schema.ts';
import { inTransaction } from '../../transaction.ts';
import { countRanges, MAX_KEY, MIN_KEY, RANGE, type Range } from './ranges.ts';

/** Number of lines that may stay uncounted. A page reads these lines itself, and those of the few seconds since the last count. */
const MAX_UNCOUNTED_LINES = 1_000;
/** Number of ids counted in one transaction. */
const BATCH = 10_000;
/** Maximum wait for transactions that write lines. Most take milliseconds. */
const MAX_WAIT_MS = 5_000;
const PAUSE_MS = 20;

export interface CountOptions {
  /** Replaces `RANGE` and `BATCH` in tests and fixtures. */
  range?: number;
  batch?: number;
  /** Replaces `MAX_WAIT_MS` in tests. */
  waitMs?: number;
  /** Starts no further batch after this signal aborts. */
  stopping?: AbortSignal | undefined;
}

/** Returns SQL for whether more than `BEHIND` lines are uncounted. Reads only the highest id from an index, which is fast. */
export const linesToCount = (): RawBuilder<boolean> =>
  sql<boolean>`(select max(id) from audit_log) > (select id from audit_counted) + ${sql.lit(MAX_UNCOUNTED_LINES)}`;

/**
 * Counts all lines of the audit log. If a writing transaction does not end in time, its lines and all following lines are left for the next
 * call.
 */
export async function countAuditLines(db: Kysely<Database>, options: CountOptions = {}): Promise<void> {
  while (!options.stopping?.aborted) {
    const { upto, left, writers } = await readWatermark(db, options.batch ?? BATCH);
    if (!left || !(await waitForWriters(db, writers, options))) return;
    await inTransaction(db, (trx) => countUpTo(trx, upto, options));
  }
}

/** Selects the transactions of this database that have written a line or are about to. */
const WRITERS = sql`
  select virtualtransaction from pg_locks where relation = 'audit_log'::regclass and mode = 'RowExclusiveLock' and granted
    and database = (select oid from pg_database where datname = current_database())`;

/**
 * Returns the id up to which lines may be counted once none of these writers is left.
 *
 * A writer first locks the table for writing and then takes its id from the sequence. The writer keeps the lock until its lines are visible
 * or rolled back. The highest id belongs to a line that was visible before the locks are read. Ids are taken in ascending order. A
 * transaction with a lower id is therefore among the writers, or has ended. A transaction's own number cannot replace it, because it may be
 * assigned after the id.
 */
async function readWatermark(db: Kysely<Database>, batch: number) {
  const { rows } = await sql<{ upto: string; left: boolean; writers: string[] }>`
    select l.upto::text, l.upto > l.id as left, array(${WRITERS}) as writers
    from (select id, least(coalesce((select max(id) from audit_log), 0), id + ${batch}::int) as upto from audit_counted) as l`.execute(
    db,
  );
  return rows[0] ?? { upto: '0', left: false, writers: [] };
}

/** Waits until all writers have ended. Returns false if one takes longer than `waitMs`, or if `stopping` aborts. */
async function waitForWriters(
  db: Kysely<Database>,
  writers: readonly string[],
  { stopping, waitMs = MAX_WAIT_MS }: CountOptions,
): Promise<boolean> {
  for (let waited = 0; writers.length > 0; waited += PAUSE_MS) {
    const { rows } = await sql<{ left: boolean }>`
      select exists (select from (${WRITERS}) as w where virtualtransaction = any(${[...writers]}::text[])) as left`.execute(db);
    if (rows[0]?.left === false) return true;
    if (stopping?.aborted || waited >= waitMs) return false;
    await sleep(PAUSE_MS);
  }
  return true;
}

/**
 * Adds lines to their ranges and splits ranges that have grown too long. The lock on the row of `audit_counted` lets one caller at a time
 * count.
 */
async function countUpTo(trx: Transaction<Database>, upto: string, { range = RANGE }: CountOptions): Promise<void> {
  const { id } = await trx.selectFrom('audit_counted').select('id').forUpdate().executeTakeFirstOrThrow();
  if (id >= BigInt(upto)) return;
  const { rows: long } = await sql<Range>`
    with placed as (
      select l.account_id, l.action, coalesce(l.user_id, 0) as user_id, coalesce(l.resource_kind, '') as resource_kind,
        coalesce(r.from_at, ${MIN_KEY.at}) as from_at, coalesce(r.from_id, ${MIN_KEY.id}) as from_id
      from audit_log as l left join lateral (
        select from_at, from_id from audit_counts where account_id = l.account_id and action = '' and (from_at, from_id) <= (l.at, l.id)
        order by from_at desc, from_id desc limit 1) as r on true
      where l.id > ${String(id)}::bigint and l.id <= ${upto}::bigint and l.account_id is not null),
    counted as (
      insert into audit_counts as c (account_id, action, from_at, from_id, user_id, resource_kind, n)
        select account_id, '', from_at, from_id, 0, '', count(*) from placed group by account_id, from_at, from_id
        union all
        select account_id, action, from_at, from_id, user_id, resource_kind, count(*) from placed group by 1, 2, 3, 4, 5, 6
      on conflict (account_id, action, from_at, from_id, user_id, resource_kind) do update set n = c.n + excluded.n
      returning account_id, action, from_at, from_id, n)
    select g.account_id, g.from_at::text, g.from_id::text, coalesce(next.from_at, ${MAX_KEY.at})::text as to_at,
      coalesce(next.from_id, ${MAX_KEY.id})::text as to_id
    from counted as g left join lateral (
      select from_at, from_id from audit_counts as c where c.account_id = g.account_id and c.action = ''
        and (c.from_at, c.from_id) > (g.from_at, g.from_id) order by c.from_at, c.from_id limit 1) as next on true
    where g.action = '' and g.n >= ${2 * range}::int`.execute(trx);
  await countRanges(trx, long, { upto, range });
  await sql`update audit_counted set id = ${upto}::bigint`.execute(trx);
}
