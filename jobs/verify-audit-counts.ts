import { verifyAuditCounts as verify } from '@innkeeper/db/tables/audit-counts/verify';
import { days, hours } from '@innkeeper/model/clock';
import { sql } from 'kysely';
import { type VerifyCx, verifyCounts } from './verify-counts.ts';

/** Each account has an hour of the week, so that no run goes through ten million lines. */
const TURNS = days(7) / hours(1);

/** Compares what is counted of the audit logs of the accounts of this hour with their lines. Returns in how many accounts something differed. */
export function verifyAuditCounts(cx: VerifyCx): Promise<number> {
  const turn = Math.floor(cx.clock.now().getTime() / hours(1)) % TURNS;
  return verifyCounts(cx, {
    name: 'verify-audit-counts',
    accounts: sql<boolean>`id % ${TURNS}::int = ${turn}::int`,
    counted: [{ name: 'audit_log', what: 'audit log', verify: (id) => verify(cx.db, id) }],
  });
}
