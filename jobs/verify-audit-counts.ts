import { verifyAuditCounts as verify } from '@innkeeper/db/tables/audit-counts/verify';
import { days, hours } from '@innkeeper/model/clock';
import { sql } from 'kysely';
import { type VerifyCx, verifyCounts } from './verify-counts.ts';

/** Number of hours over which accounts are spread, so that no run reads ten million lines. */
const TURNS = days(7) / hours(1);

/** Compares the counts of this hour's accounts with their audit log lines. Returns the number of accounts with a difference. */
export function verifyAuditCounts(cx: VerifyCx): Promise<number> {
  const turn = Math.floor(cx.clock.now().getTime() / hours(1)) % TURNS;
  return verifyCounts(cx, {
    name: 'verify-audit-counts',
    accounts: sql<boolean>`id % ${TURNS}::int = ${turn}::int`,
    counted: [{ name: 'audit_log', what: 'audit log', verify: (id) => verify(cx.db, id) }],
  });
}
