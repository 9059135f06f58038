/** Compares the counts of lists with their rows, and corrects them. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../schema.ts';
import { inTransaction } from '../../transaction.ts';
import { raiseVersion } from '../versions.ts';
import { recount } from './compact.ts';
import { type CountedList, MAX_KEY, MIN_KEY } from './lists.ts';

/** Recounts the list of an account if a range has a wrong count of a status. Returns how many counts were wrong. */
export async function verifyListCounts(db: Kysely<Database>, list: CountedList, accountId: number): Promise<number> {
  const wrong = await wrongCounts(db, list, accountId);
  if (wrong === 0) return 0;
  await inTransaction(db, async (trx) => {
    await recount(trx, list, [accountId], { whole: true });
    await raiseVersion(trx, accountId);
  });
  return wrong;
}

/** Returns how many counts are wrong. One statement reads rows and counts, so that both come from one snapshot. */
export async function wrongCounts(db: Kysely<Database>, list: CountedList, accountId: number): Promise<number> {
  const ofList = sql`account_id = ${accountId} and list = ${list.name}`;
  const inRange = sql`(at, id) >= (r.from_at, r.from_id) and (at, id) < (r.to_at, r.to_id)`;
  const rows = list.rows({
    account: sql`${accountId}::int`,
    from: { at: sql`r.from_at`, id: sql`r.from_id` },
    to: { at: sql`r.to_at`, id: sql`r.to_id` },
  });
  const { rows: found } = await sql<{ wrong: number }>`
    with begins as (
      select from_at, from_id from list_counts where ${ofList} union select ${MIN_KEY.at}, ${MIN_KEY.id}),
    ranges as materialized (
      select from_at, from_id, lead(from_at, 1, ${MAX_KEY.at}) over keys as to_at, lead(from_id, 1, ${MAX_KEY.id}) over keys as to_id
      from begins window keys as (order by from_at, from_id)),
    differing as (
      select from ranges as r cross join lateral (
        select status, n from list_counts as c where ${ofList} and (c.from_at, c.from_id) = (r.from_at, r.from_id)
        union all select status, 1 from list_changes where ${ofList} and status is not null and ${inRange}
        union all select was, -1 from list_changes where ${ofList} and was is not null and ${inRange}
        union all select status, -count(*) from (${rows}) as one group by status) as figures (status, n)
      group by r.from_at, r.from_id, figures.status having sum(figures.n) <> 0)
    select count(*)::int as wrong from differing`.execute(db);
  return found[0]?.wrong ?? 0;
}
