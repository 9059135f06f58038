/** Counts the lines that were added to the audit log. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '../../schema.ts';
import { inTransaction } from '../../transaction.ts';
import { countRanges, END, FIRST, RANGE, type Range } from './ranges.ts';

/** A page goes through so many lines, and a few seconds of more, that are not counted yet. */
const BEHIND = 1_000;
/** Ids in one transaction. */
const BATCH = 10_000;
/** For transactions that write lines; most take milliseconds. */
const LONGEST_WAIT_MS = 5_000;
const PAUSE_MS = 20;

export interface CountOptions {
  /** Tests and fixtures: instead of `RANGE` and `BATCH`. */
  range?: number;
  batch?: number;
  /** Tests: instead of `LONGEST_WAIT_MS`. */
  waitMs?: number;
  /** Begins no more batches then. */
  stopping?: AbortSignal | undefined;
}

/** Whether there are enough lines to count. By the highest id, which the index tells at once. */
export const linesToCount = (): RawBuilder<boolean> =>
  sql<boolean>`(select max(id) from audit_log) > (select id from audit_counted) + ${sql.lit(BEHIND)}`;

/** Counts all lines that are there. Those of a transaction that does not end keep it and what follows for the next time. */
export async function countAuditLines(db: Kysely<Database>, options: CountOptions = {}): Promise<void> {
  while (!options.stopping?.aborted) {
    const { upto, left, writers } = await look(db, options.batch ?? BATCH);
    if (!left || !(await ended(db, writers, options))) return;
    await inTransaction(db, (trx) => countUpTo(trx, upto, options));
  }
}

/** In this database, who has written a line, or is about to. */
const WRITERS = sql`
  select virtualtransaction from pg_locks where relation = 'audit_log'::regclass and mode = 'RowExclusiveLock' and granted
    and database = (select oid from pg_database where datname = current_database())`;

/**
 * Up to where lines may be counted once none of these writers is left. Who writes a line locks the table for writing, then draws its id, and holds the lock until its lines are seen
 * or rolled back. The highest id is one of those that were seen before the locks are read, and ids are drawn in their order: who drew a lower one is
 * among the writers, or has ended. (A transaction's own number would not do: it may come after the id.)
 */
async function look(db: Kysely<Database>, batch: number) {
  const { rows } = await sql<{ upto: string; left: boolean; writers: string[] }>`
    select l.upto::text, l.upto > l.id as left, array(${WRITERS}) as writers
    from (select id, least(coalesce((select max(id) from audit_log), 0), id + ${batch}::int) as upto from audit_counted) as l`.execute(
    db,
  );
  return rows[0] ?? { upto: '0', left: false, writers: [] };
}

/** Whether all of them have; not, when one takes too long. */
async function ended(
  db: Kysely<Database>,
  writers: readonly string[],
  { stopping, waitMs = LONGEST_WAIT_MS }: CountOptions,
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

/** Adds lines to their ranges, and divides those that have grown too long. One at a time in the database, by the row that says up to where. */
async function countUpTo(trx: Transaction<Database>, upto: string, { range = RANGE }: CountOptions): Promise<void> {
  const { id } = await trx.selectFrom('audit_counted').select('id').forUpdate().executeTakeFirstOrThrow();
  if (id >= BigInt(upto)) return;
  const { rows: long } = await sql<Range>`
    with placed as (
      select l.account_id, l.action, coalesce(l.user_id, 0) as user_id, coalesce(l.resource_kind, '') as resource_kind,
        coalesce(r.from_at, ${FIRST.at}) as from_at, coalesce(r.from_id, ${FIRST.id}) as from_id
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
    select g.account_id, g.from_at::text, g.from_id::text, coalesce(next.from_at, ${END.at})::text as to_at,
      coalesce(next.from_id, ${END.id})::text as to_id
    from counted as g left join lateral (
      select from_at, from_id from audit_counts as c where c.account_id = g.account_id and c.action = ''
        and (c.from_at, c.from_id) > (g.from_at, g.from_id) order by c.from_at, c.from_id limit 1) as next on true
    where g.action = '' and g.n >= ${2 * range}::int`.execute(trx);
  await countRanges(trx, long, { upto, range });
  await sql`update audit_counted set id = ${upto}::bigint`.execute(trx);
}
