/** Ranges of an account's audit log (db/migrations/start/audit-counts.ts). */
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../schema.ts';

/** Number of lines in a new range. A range with twice as many is split. */
export const RANGE = 1_024;

/**
 * Lines of an account between two keys: `from` inclusive, `to` exclusive. Times are strings of PostgreSQL, because a `Date` has no
 * microseconds.
 */
export interface Range {
  account_id: number;
  from_at: string;
  from_id: string;
  to_at: string;
  to_id: string;
}

/** Keys below and above all others. */
export const MIN_KEY = { at: sql`'-infinity'::timestamptz`, id: sql`0::bigint` };
export const MAX_KEY = { at: sql`'infinity'::timestamptz`, id: sql`9223372036854775807::bigint` };

/**
 * Recounts ranges from their lines up to the id `upto`, discards the previous counts, and splits ranges that are too long. The caller must
 * hold the lock on the row of `audit_counted`.
 */
export async function countRanges(
  trx: Transaction<Database>,
  ranges: readonly Range[],
  { upto, range = RANGE }: { upto: string; range?: number | undefined },
): Promise<void> {
  if (ranges.length === 0) return;
  const given = sql`(
    select * from unnest(${ranges.map((one) => one.account_id)}::int[], ${ranges.map((one) => one.from_at)}::timestamptz[],
      ${ranges.map((one) => one.from_id)}::bigint[], ${ranges.map((one) => one.to_at)}::timestamptz[], ${ranges.map((one) => one.to_id)}::bigint[])
      as given (account_id, from_at, from_id, to_at, to_id))`;
  await sql`
    delete from audit_counts as c using ${given} as r where c.account_id = r.account_id
      and (c.from_at, c.from_id) >= (r.from_at, r.from_id) and (c.from_at, c.from_id) < (r.to_at, r.to_id)`.execute(trx);
  await sql`
    with numbered as (
      select r.account_id, r.from_at, r.from_id, l.*, row_number() over in_order - 1 as i,
        count(*) over (partition by r.account_id, r.from_at, r.from_id) as n
      from ${given} as r cross join lateral (
        select at, id, action, coalesce(user_id, 0) as user_id, coalesce(resource_kind, '') as resource_kind from audit_log
        where account_id = r.account_id and (at, id) >= (r.from_at, r.from_id) and (at, id) < (r.to_at, r.to_id)
          and id <= ${upto}::bigint) as l
      window in_order as (partition by r.account_id, r.from_at, r.from_id order by l.at, l.id)),
    parted as (select *, least(i / ${range}::int, greatest(n / ${range}::int - 1, 0)) as part from numbered),
    begun as (
      select account_id, action, user_id, resource_kind,
        case part when 0 then from_at else first_value(at) over in_part end as from_at,
        case part when 0 then from_id else first_value(id) over in_part end as from_id
      from parted window in_part as (partition by account_id, from_at, from_id, part order by i))
    insert into audit_counts (account_id, action, from_at, from_id, user_id, resource_kind, n)
      select account_id, '', from_at, from_id, 0, '', count(*) from begun group by account_id, from_at, from_id
      union all
      select account_id, action, from_at, from_id, user_id, resource_kind, count(*) from begun group by 1, 2, 3, 4, 5, 6`.execute(
    trx,
  );
}
