/** Returns pages of the audit log. Page 20,000 costs as much as page 1. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../schema.ts';
import type { AuditQuery } from '../audit-entries.ts';
import type { PageQuery } from '../page.ts';
import { MAX_KEY, MIN_KEY } from './ranges.ts';

/** Filters of a page. `resourceId` is not among them, because its own index finds the lines of one resource. */
export type CountedAuditQuery = Omit<AuditQuery, 'resourceId'> & PageQuery;

export interface AuditPage {
  /** Ids of the lines, newest first. */
  ids: string[];
  /** Number of lines on all pages. */
  total: number;
}

/**
 * Returns the ids of a page and the total number of lines, both from one snapshot.
 *
 * `marks` are the starts of ranges with their counts. Between them are the lines that are not counted yet. Running sums from the newest
 * mark on give the number of lines before each range. In the ranges where the period begins and ends, the lines of the period are counted.
 * Only ranges with a line of the page are then read: at most 50, however rare the requested lines are.
 */
export async function countedAuditPage(db: Kysely<Database>, query: CountedAuditQuery): Promise<AuditPage> {
  const { accountId, page, perPage } = query;
  const account = sql`${accountId}::int`;
  const first = sql`${(page - 1) * perPage}::bigint`;
  const last = sql`${page * perPage}::bigint`;
  const start = sql`${query.start}::timestamptz`;
  const end = query.end ? sql`${query.end}::timestamptz` : MAX_KEY.at;
  const linesOf = (range: string, columns: string): RawBuilder<unknown> => {
    const rangeBound = (key: string): RawBuilder<unknown> => sql.raw(`(${range}.${key}_at, ${range}.${key}_id)`);
    return sql`
      select ${sql.raw(columns)} from audit_log where account_id = ${account} and (at, id) >= ${rangeBound('from')} and (at, id) < ${rangeBound('to')} ${filtersOf(query)}`;
  };
  const { rows } = await sql<AuditPage>`
    with counted as materialized (select id from audit_counted),
    begins as materialized (
      select from_at, from_id from audit_counts where account_id = ${account} and action = '' and (from_at, from_id) <= (${start}, 0)
      order by from_at desc, from_id desc limit 1),
    kept as materialized (
      select c.from_at, c.from_id, ${countOf(query)} as n
      from begins cross join lateral (
        select * from audit_counts where account_id = ${account} and ${cellsOf(query)}
          and (from_at, from_id) >= (begins.from_at, begins.from_id) and from_at <= ${end} offset 0) as c
      group by c.from_at, c.from_id
      union all select ${MIN_KEY.at}, ${MIN_KEY.id}, 0 where not exists (select from begins)),
    ranges as materialized (
      select greatest(from_at, ${start}) as from_at, case when from_at < ${start} then 0 else from_id end as from_id,
        least(to_at, ${end}) as to_at, case when to_at > ${end} then ${MAX_KEY.id} else to_id end as to_id,
        n, from_at < ${start} or to_at > ${end} as cut
      from (
        select *, lead(from_at, 1, ${MAX_KEY.at}) over keys as to_at, lead(from_id, 1, ${MAX_KEY.id}) over keys as to_id
        from kept window keys as (order by from_at, from_id)) as whole),
    uncounted as materialized (
      select at, id from audit_log
      where id = any(array(select id from audit_log where account_id = ${account} and id > (select id from counted)))
        and at >= ${start} and at <= ${end} ${filtersOf(query)}),
    marks as (
      select from_at as at, from_id as id, true as begins, from_at, from_id, to_at, to_id,
        case when n = 0 or not cut then n
          else (${linesOf('ranges', 'count(*)')} and id <= (select id from counted)) end as n
      from ranges
      union all select at, id, false, null, null, null, null, 1 from uncounted),
    placed as (
      select *, count(*) filter (where begins) over (order by at desc, id desc, begins rows between unbounded preceding and 1 preceding) as range
      from marks),
    summed as (
      select range, min(from_at) as from_at, min(from_id) as from_id, min(to_at) as to_at, min(to_id) as to_id, sum(n)::bigint as n
      from placed group by range),
    running as materialized (select *, (sum(n) over (order by range) - n)::bigint as before from summed),
    shown as materialized (select * from running where n > 0 and before < ${last} and before + n > ${first})
    select (select coalesce(sum(n), 0)::int from running) as total, array(
      select l.id::text from shown cross join lateral (
        ${linesOf('shown', 'at, id')} order by at desc, id desc limit ${last} - shown.before) as l
      order by l.at desc, l.id desc offset ${first} - (select min(before) from shown) limit ${perPage}::int) as ids`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('a page is one row');
  return found;
}

const filtersOf = ({ action, userId, resourceKind }: CountedAuditQuery): RawBuilder<unknown> => sql`
  ${action === undefined ? sql`` : sql`and action = ${action}`}
  ${userId === undefined ? sql`` : sql`and user_id = ${userId}`}
  ${resourceKind === undefined ? sql`` : sql`and resource_kind = ${resourceKind}`}`;

const isFiltered = ({ action, userId, resourceKind }: CountedAuditQuery): boolean =>
  action !== undefined || userId !== undefined || resourceKind !== undefined;

/** Returns SQL that selects, for each range, the row that marks its start and the rows that the filters can match. */
function cellsOf(query: CountedAuditQuery): RawBuilder<unknown> {
  if (!isFiltered(query)) return sql`action = ''`;
  return query.action === undefined ? sql`true` : sql`action in ('', ${query.action})`;
}

/** Returns SQL for the number of matching lines in a range. */
function countOf(query: CountedAuditQuery): RawBuilder<unknown> {
  if (!isFiltered(query)) return sql`sum(c.n)`;
  return sql`coalesce(sum(c.n) filter (where action <> '' ${filtersOf(query)}), 0)`;
}
