/** Updates the row counts of lists by recounting the ranges that have changed. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../schema.ts';
import { inTransaction } from '../../transaction.ts';
import { COUNTED_LISTS, type CountedList, MAX_KEY, MIN_KEY } from './lists.ts';

/** Number of rows in a new range. A range with twice as many rows is split. Each page sums all ranges: 200 for 100,000 rows. */
const RANGE = 512;
/** Maximum number of accounts that one statement counts, so that it does not take long. */
const BATCH = 50;

export interface RecountOptions {
  /** Replaces `RANGE` in tests. */
  range?: number;
}

/**
 * Recounts all ranges with changes and deletes the changes. Returns how many accounts were recounted, summed over the lists. An account
 * that cannot be counted keeps its changes and does not block others. Throws an `AggregateError` with all failures at the end.
 */
export async function compactListCounts(db: Kysely<Database>, options: RecountOptions = {}): Promise<number> {
  const failures: unknown[] = [];
  let done = 0;
  for (const list of COUNTED_LISTS) {
    const count = (ids: readonly number[]) => inTransaction(db, (trx) => recount(trx, list, ids, options));
    for (let last = 0; ; ) {
      const ids = await changedAccounts(db, list, last);
      const failed = ids.length > 0 ? await countWithFallback(count, ids) : [];
      failures.push(...failed);
      done += ids.length - failed.length;
      last = ids.at(-1) ?? 0;
      if (ids.length < BATCH) break;
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'lists of some accounts could not be counted');
  return done;
}

/** Counts accounts together. If that fails, counts each alone. Returns the errors of accounts that cannot be counted. */
async function countWithFallback(count: (ids: readonly number[]) => Promise<void>, ids: readonly number[]): Promise<unknown[]> {
  try {
    await count(ids);
    return [];
  } catch (error) {
    if (ids.length === 1) return [error];
    const failures: unknown[] = [];
    for (const id of ids) failures.push(...(await countWithFallback(count, [id])));
    return failures;
  }
}

async function changedAccounts(db: Kysely<Database>, { name }: CountedList, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom('list_changes')
    .select('account_id')
    .distinct()
    .where('list', '=', name)
    .where('account_id', '>', after)
    .orderBy('account_id')
    .limit(BATCH)
    .execute();
  return rows.map((row) => row.account_id);
}

/**
 * Recounts the ranges of these accounts that have changes, or with `whole` all ranges, from the rows themselves.
 *
 * One statement counts the rows and deletes the changes, so both come from one snapshot. Rows and changes of a later commit are not in that
 * snapshot, so the changes stay for the next recount. A lock lets only one transaction at a time recount, because two would split the same
 * range twice.
 */
export async function recount(
  trx: Transaction<Database>,
  list: CountedList,
  accountIds: readonly number[],
  { whole = false, range = RANGE }: RecountOptions & { whole?: boolean } = {},
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('list-counts', 0))`.execute(trx);
  // One transaction may have added a million rows to a list. The timeout must not cancel the statement that counts them.
  await sql`set local statement_timeout = 0`.execute(trx);
  const accounts = sql`any(${[...accountIds]}::int[])`;
  const rows = list.rows({
    account: sql`r.account_id`,
    from: { at: sql`r.from_at`, id: sql`r.from_id` },
    to: { at: sql`r.to_at`, id: sql`r.to_id` },
  });
  const rangeStarts = whole
    ? sql`select id as account_id, ${MIN_KEY.at} as from_at, ${MIN_KEY.id} as from_id from unnest(${[...accountIds]}::int[]) as given (id)`
    : sql`select distinct account_id, from_at, from_id from changes`;
  const next = sql`
    select from_at, from_id from list_counts as c where not ${whole}::boolean and c.account_id = t.account_id and list = ${list.name}
      and (c.from_at, c.from_id) > (t.from_at, t.from_id) order by c.from_at, c.from_id limit 1`;
  await sql`
    with changes as materialized (
      select c.ctid as place, c.account_id, coalesce(s.from_at, ${MIN_KEY.at}) as from_at, coalesce(s.from_id, ${MIN_KEY.id}) as from_id
      from list_changes as c left join lateral (
        select from_at, from_id from list_counts as s where s.account_id = c.account_id and s.list = ${list.name}
          and (s.from_at, s.from_id) <= (c.at, c.id) order by s.from_at desc, s.from_id desc limit 1) as s on true
      where c.list = ${list.name} and c.account_id = ${accounts}),
    counted as (delete from list_changes using changes where list_changes.ctid = changes.place),
    ranges as materialized (
      select t.*, coalesce(n.from_at, ${MAX_KEY.at}) as to_at, coalesce(n.from_id, ${MAX_KEY.id}) as to_id
      from (${rangeStarts}) as t left join lateral (${next}) as n on true),
    numbered as (
      select r.account_id, r.from_at, r.from_id, one.at, one.id, one.status,
        row_number() over range_rows - 1 as i, count(*) over (partition by r.account_id, r.from_at, r.from_id) as n
      from ranges as r cross join lateral (${rows}) as one
      window range_rows as (partition by r.account_id, r.from_at, r.from_id order by one.at, one.id)),
    parted as (
      select *, case when n < ${2 * range} then 0 else i / ${range} end as part from numbered),
    begun as (
      select account_id, status,
        case part when 0 then from_at else first_value(at) over part_rows end as from_at,
        case part when 0 then from_id else first_value(id) over part_rows end as from_id
      from parted window part_rows as (partition by account_id, from_at, from_id, part order by i)),
    fresh as materialized (
      select account_id, from_at, from_id, status, count(*)::int as n from begun group by 1, 2, 3, 4),
    gone as (
      delete from list_counts as c using ranges as r
      where c.list = ${list.name} and c.account_id = r.account_id
        and (c.from_at, c.from_id) >= (r.from_at, r.from_id) and (c.from_at, c.from_id) < (r.to_at, r.to_id)
        and not exists (select from fresh as f
          where (f.account_id, f.from_at, f.from_id, f.status) = (c.account_id, c.from_at, c.from_id, c.status)))
    insert into list_counts as c (account_id, list, from_at, from_id, status, n)
      select account_id, ${list.name}, from_at, from_id, status, n from fresh
      on conflict (account_id, list, from_at, from_id, status) do update set n = excluded.n where c.n <> excluded.n`.execute(trx);
}
