/** Returns pages of counted lists. Page 1000 costs as much as page 1. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../schema.ts';
import type { PageQuery } from '../page.ts';
import { type CountedList, MAX_KEY, MIN_KEY } from './lists.ts';

export interface CountedPageQuery extends PageQuery {
  accountId: number;
  /** Statuses to include. `['']` for a list without statuses. */
  statuses: readonly string[];
  /** Direction of the list's key, `desc` by default. */
  direction?: 'asc' | 'desc' | undefined;
}

export interface IdsOfPage {
  ids: number[];
  /** Number of rows on all pages. */
  total: number;
}

/**
 * Returns the ids of a page and the number of rows of the list, both from one snapshot.
 *
 * `marks` are the starts of ranges with their counts of the statuses. Between them are the changes that are not counted yet. Running sums
 * from the newest mark on give the number of rows at or after each mark. The rows of a page are then read between two marks, at most some
 * hundreds. Ascending order returns the same pages from the other end.
 */
export async function countedPage(db: Kysely<Database>, list: CountedList, query: CountedPageQuery): Promise<IdsOfPage> {
  const { page, perPage, direction = 'desc' } = query;
  const offset = sql`${(page - 1) * perPage}::bigint`;
  const after = sql`${page * perPage}::bigint`;
  const [first, last] =
    direction === 'desc' ? [offset, after] : [sql`greatest(total - ${after}, 0)`, sql`greatest(total - ${offset}, 0)`];
  const rows = list.rows({
    account: sql`${query.accountId}::int`,
    from: { at: sql`bounds.from_at`, id: sql`bounds.from_id` },
    to: { at: sql`bounds.to_at`, id: sql`bounds.to_id` },
  });
  const order = sql.raw(direction);
  const { rows: found } = await sql<IdsOfPage>`
    with marks as materialized (${marksOf(list, query)}),
    placed as materialized (
      select at, id, begins, sum(n) over (order by at desc, id desc, begins) as upto from marks),
    place as (
      select total, ${first} as first, ${last} as last from (select coalesce(sum(n), 0)::int as total from marks) as all_marks),
    bounds as materialized (
      select total, first, last, coalesce(newer.upto, 0) as skipped,
        coalesce(newer.at, ${MAX_KEY.at}) as to_at, coalesce(newer.id, ${MAX_KEY.id}) as to_id,
        coalesce(older.at, ${MIN_KEY.at}) as from_at, coalesce(older.id, ${MIN_KEY.id}) as from_id
      from place
      left join lateral (select at, id, upto from placed where begins and upto <= first order by at, id limit 1) as newer on true
      left join lateral (select at, id from placed where begins and upto >= last order by at desc, id desc limit 1) as older on true)
    select total, array(
      select id from (
        select kept.at, kept.id from bounds cross join unnest(${statusesOf(query)}) as wanted (status) cross join lateral (
          select one.at, one.id from (${rows}) as one where one.status = wanted.status
          order by one.at desc, one.id desc limit greatest(bounds.last - bounds.skipped, 0)) as kept
        order by kept.at desc, kept.id desc
        offset (select first - skipped from bounds) limit (select greatest(last - first, 0) from bounds)) as newest
      order by at ${order}, id ${order}) as ids
    from bounds`.execute(db);
  return onlyRow(found);
}

/** Returns a query for the number of rows of a list. */
export function countedTotal(list: CountedList, query: Pick<CountedPageQuery, 'accountId' | 'statuses'>): RawBuilder<number> {
  return sql<number>`(select coalesce(sum(n), 0)::int from (${marksOf(list, query)}) as marks)`;
}

function marksOf({ name }: CountedList, query: Pick<CountedPageQuery, 'accountId' | 'statuses'>) {
  const { accountId } = query;
  const statuses = statusesOf(query);
  return sql`
    select from_at as at, from_id as id, sum(n)::int as n, true as begins from list_counts
      where account_id = ${accountId} and list = ${name} and status = any(${statuses}) group by from_at, from_id
    union all
    select at, id, coalesce(status = any(${statuses}), false)::int - coalesce(was = any(${statuses}), false)::int, false from list_changes
      where account_id = ${accountId} and list = ${name}`;
}

const statusesOf = ({ statuses }: Pick<CountedPageQuery, 'statuses'>) => sql`${[...new Set(statuses)]}::text[]`;

function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (!row) throw new Error('a page is one row');
  return row;
}
