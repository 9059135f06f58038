/**
 * A workflow at a step that this release does not know: another release began it. It stays where it stands, with its lock and
 * all that it made, and an operator is told once. It is looked at again as every stuck one is, so the release that knows the step
 * goes on with it.
 */
import type { Database } from '@innkeeper/db/schema';
import { inTransaction } from '@innkeeper/db/transaction';
import type { Transaction } from 'kysely';
import { aboutOf, alertOnce, resolveAlerts } from './alerts.ts';
import { auditOutcome } from './audit.ts';
import type { Next, Run } from './run-context.ts';
import type { UnknownStep } from './step-position.ts';
import { type Held, letGo } from './transitions.ts';

const KIND = 'workflow_step_unknown';

export async function standStill(run: Run, { step, message: error }: UnknownStep): Promise<Next> {
  const { held, db, clock, pace, log, time } = run;
  const now = clock.now();
  log.error({ workflow: held.id, kind: held.kind, step }, error);
  await inTransaction(db, async (trx) => {
    await letGo(trx, held, { runAt: new Date(now.getTime() + pace.stuckMs), spentMs: time.elapsed, state: 'stuck' });
    const message = `Workflow ${held.id} (${held.kind}) stands at a step that this release does not know: ${step}. It waits for one that does.`;
    if (!(await alertOnce(trx, { kind: KIND, ...aboutOf(held), message }))) return;
    await auditOutcome(trx, held, 'stuck', { step, error }, now);
  });
  return 'gone';
}

/** It came to its end after all. */
export function resolveUnknown(trx: Transaction<Database>, held: Held, now: Date): Promise<void> {
  return resolveAlerts(trx, { kind: KIND, ...aboutOf(held) }, now);
}
