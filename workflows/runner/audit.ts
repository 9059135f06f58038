/** The audit lines of workflows, with actions such as `server.restart.done`. */
import type { Database, Json } from '@innkeeper/db/schema';
import { type AuditLine, insertAuditLine } from '@innkeeper/db/tables/audit';
import { auditLine } from '@innkeeper/domain/audit';
import type { Transaction } from 'kysely';
import { resourceOf } from './alerts.ts';
import { actorOf, type Run } from './run-context.ts';

type Outcome = 'done' | 'undone' | 'stuck';

/** Returns the audit line of an outcome. */
export function outcomeLine({ claimed, clock }: Run, outcome: Outcome, details: Record<string, Json> = {}): AuditLine {
  const cx = { clock, actor: actorOf(claimed), requestId: null };
  return auditLine(cx, `${claimed.kind}.${outcome}`, resourceOf(claimed).resource ?? null, details);
}

/** Inserts the audit line of an outcome. */
export async function auditOutcome(
  run: Run,
  db: Transaction<Database>,
  outcome: Outcome,
  details: Record<string, Json> = {},
): Promise<void> {
  await insertAuditLine(db, outcomeLine(run, outcome, details));
}
