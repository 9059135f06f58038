/** Counts again where lists have changed. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../schema.ts';
import { inTransaction } from '../../transaction.ts';
import { COUNTED_LISTS, type CountedList, END, FIRST } from './lists.ts';

/** Rows of a range when it is made; of twice as many it is divided. 100 000 rows make 200 ranges, which every page adds up. */
const RANGE = 512;
/** Of accounts at once, so that no statement takes long. */
const BATCH = 50;

export interface RecountOptions {
  /** Tests: instead of `RANGE`. */
  range?: number;
}

/**
 * Counts all ranges in which there are changes, and deletes those; returns how many accounts were counted. An account that can't be counted
 * keeps its changes and stops no other; the failures are thrown at the end.
 */
export async function compactListCounts(db: Kysely<Database>, options: RecountOptions = {}): Promise<number> {
  const failures: unknown[] = [];
  let done = 0;
  for (const list of COUNTED_LISTS) {
    const count = (ids: readonly number[]) => inTransaction(db, (trx) => recount(trx, list, ids, options));
    for (let last = 0; ; ) {
      const ids = await changedAccounts(db, list, last);
      const failed = ids.length > 0 ? await countApart(count, ids) : [];
      failures.push(...failed);
      done += ids.length - failed.length;
      last = ids.at(-1) ?? 0;
      if (ids.length < BATCH) break;
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'lists of some accounts could not be counted');
  return done;
}

/** All at once, or each apart when that fails; returns the failures. */
async function countApart(count: (ids: readonly number[]) => Promise<void>, ids: readonly number[]): Promise<unknown[]> {
  try {
    await count(ids);
    return [];
  } catch (error) {
    if (ids.length === 1) return [error];
    const failures: unknown[] = [];
    for (const id of ids) failures.push(...(await countApart(count, [id])));
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
 * The ranges of these accounts in which there are changes, or `whole`: all, from the rows themselves. One snapshot serves the rows and the
 * changes that are deleted: what is committed meanwhile is in neither, and its changes stay. One at a time in the database, since
 * two who divide a range would divide it twice.
 */
export async function recount(
  trx: Transaction<Database>,
  list: CountedList,
  accountIds: readonly number[],
  { whole = false, range = RANGE }: RecountOptions & { whole?: boolean } = {},
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('list-counts', 0))`.execute(trx);
  // A statement that added a million rows is counted in one, and would never be counted if that were ended half-way.
  await sql`set local statement_timeout = 0`.execute(trx);
  const accounts = sql`any(${[...accountIds]}::int[])`;
  const rows = list.rows({
    account: sql`r.account_id`,
    from: { at: sql`r.from_at`, id: sql`r.from_id` },
    to: { at: sql`r.to_at`, id: sql`r.to_id` },
  });
  const touched = whole
    ? sql`select id as account_id, ${FIRST.at} as from_at, ${FIRST.id} as from_id from unnest(${[...accountIds]}::int[]) as given (id)`
    : sql`select distinct account_id, from_at, from_id from changes`;
  const next = sql`
    select from_at, from_id from list_counts as c where not ${whole}::boolean and c.account_id = t.account_id and list = ${list.name}
      and (c.from_at, c.from_id) > (t.from_at, t.from_id) order by c.from_at, c.from_id limit 1`;
  await sql`
    with changes as materialized (
      select c.ctid as place, c.account_id, coalesce(s.from_at, ${FIRST.at}) as from_at, coalesce(s.from_id, ${FIRST.id}) as from_id
      from list_changes as c left join lateral (
        select from_at, from_id from list_counts as s where s.account_id = c.account_id and s.list = ${list.name}
          and (s.from_at, s.from_id) <= (c.at, c.id) order by s.from_at desc, s.from_id desc limit 1) as s on true
      where c.list = ${list.name} and c.account_id = ${accounts}),
    counted as (delete from list_changes using changes where list_changes.ctid = changes.place),
    ranges as materialized (
      select t.*, coalesce(n.from_at, ${END.at}) as to_at, coalesce(n.from_id, ${END.id}) as to_id
      from (${touched}) as t left join lateral (${next}) as n on true),
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
