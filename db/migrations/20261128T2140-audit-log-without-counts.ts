/** The audit log of an account is counted when it is read (db/tables/audit-entries.ts, docs/decisions/audit-log.md). */
import { type Kysely, sql } from 'kysely';

export const AUDIT_LOG_WITHOUT_COUNTS = `
  drop table audit_counts;
  drop table audit_counted;

  -- Nothing is counted ahead any more, so these alerts ask for nothing.
  update operator_alerts set resolved_at = now() where kind = 'list_miscounted' and resolved_at is null;

  -- Failures of the jobs that are gone. Only those jobs would have closed them.
  delete from due_failures where work in ('verify-list-counts', 'verify-audit-counts');
  update operator_alerts set resolved_at = now()
    where kind = 'due_failed' and resolved_at is null and (key like 'verify-list-counts:%' or key like 'verify-audit-counts:%');
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(AUDIT_LOG_WITHOUT_COUNTS).execute(db);
}
