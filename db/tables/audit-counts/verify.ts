/** Compares the counts of the audit log with its lines, and corrects them. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../schema.ts';
import { inTransaction } from '../../transaction.ts';
import { countRanges, MAX_KEY, MIN_KEY, type Range } from './ranges.ts';

/** Number of ranges compared in one statement. */
const BATCH = 200;

/** Recounts the wrong ranges of an account. Returns how many there were. */
export async function verifyAuditCounts(db: Kysely<Database>, accountId: number): Promise<number> {
  const wrong = await wrongAuditRanges(db, accountId);
  if (wrong.length === 0) return 0;
  await inTransaction(db, async (trx) => {
    const { id } = await trx.selectFrom('audit_counted').select('id').forUpdate().executeTakeFirstOrThrow();
    await countRanges(trx, wrong, { upto: String(id) });
  });
  return wrong.length;
}

/** Lists the ranges of an account with wrong counts. Compares `BATCH` ranges per statement, each statement on its own snapshot. */
export async function wrongAuditRanges(db: Kysely<Database>, accountId: number): Promise<Range[]> {
  const wrong: Range[] = [];
  for (let from: Pick<Range, 'to_at' | 'to_id'> | undefined; ; ) {
    const ranges = await compareRanges(db, accountId, from);
    wrong.push(...ranges.filter((range) => range.wrong).map(({ wrong: _, ...range }) => range));
    if (ranges.length < BATCH) return wrong;
    from = ranges.at(-1);
  }
}

/**
 * Compares up to `BATCH` ranges. Rows inside a range but not at its start belong to no range. They are wrong even if the sums are right.
 */
async function compareRanges(db: Kysely<Database>, accountId: number, from: Pick<Range, 'to_at' | 'to_id'> | undefined) {
  const account = sql`${accountId}::int`;
  const begin = from ? sql`(${from.to_at}::timestamptz, ${from.to_id}::bigint)` : sql`(${MIN_KEY.at}, ${MIN_KEY.id})`;
  const inRange = (at: string, id: string) =>
    sql.raw(`(${at}, ${id}) >= (r.from_at, r.from_id) and (${at}, ${id}) < (r.to_at, r.to_id)`);
  const { rows } = await sql<Range & { wrong: boolean }>`
    with begins as (
      select from_at, from_id from audit_counts where account_id = ${account} and action = '' and (from_at, from_id) >= ${begin}
      union select ${MIN_KEY.at}, ${MIN_KEY.id} where ${from === undefined}::boolean
      order by from_at, from_id limit ${sql.lit(BATCH + 1)}),
    ranges as materialized (
      select from_at, from_id, lead(from_at, 1, ${MAX_KEY.at}) over keys as to_at, lead(from_id, 1, ${MAX_KEY.id}) over keys as to_id
      from begins window keys as (order by from_at, from_id) limit ${sql.lit(BATCH)})
    select ${account} as account_id, from_at::text, from_id::text, to_at::text, to_id::text, exists (
      select from (
        select action, user_id, resource_kind, (c.from_at, c.from_id) = (r.from_at, r.from_id) as at_begin, n from audit_counts as c
          where account_id = ${account} and ${inRange('c.from_at', 'c.from_id')}
        union all
        select cell.action, cell.user_id, cell.kind, true, -1 from audit_log as l
          cross join lateral (values ('', 0, ''), (l.action, coalesce(l.user_id, 0), coalesce(l.resource_kind, ''))) as cell (action, user_id, kind)
          where account_id = ${account} and ${inRange('at', 'id')} and id <= (select id from audit_counted)) as figures
      group by action, user_id, resource_kind, at_begin having sum(n) <> 0) as wrong
    from ranges as r order by r.from_at, r.from_id`.execute(db);
  return rows;
}
