/** Sums what a member of the staff has moved. */
import type { Cents } from '@innkeeper/model/money/money';
import { sql } from 'kysely';
import type { Cx } from '../context.ts';

/**
 * Returns the amount that a person has moved since a time by these operations, as recorded in the audit log. For incoming money, only the
 * part that exceeds the requested payment counts.
 */
export async function sumStaffSpending(
  { db }: Pick<Cx, 'db'>,
  { staffId, since, operations }: { staffId: number; since: Date; operations: readonly string[] },
): Promise<Cents> {
  const { rows } = await sql<{ sum: Cents }>`
    select coalesce(round(sum((details ->> case when action in ('assignBank', 'confirmPayment') then 'above' else 'amount' end)::numeric) * 100), 0)::bigint as sum
    from audit_log where actor_kind = 'staff' and actor_id = ${staffId} and at > ${since} and action = any(${[...operations]}::text[])`.execute(
    db,
  );
  return rows[0]?.sum ?? 0n;
}
