/**
 * A workflow that this release can't read: it stands at a step, or was given an input, that another release knows. It stays where
 * it stands, with its lock and all that it made, and an operator is told once. It is retried as every stuck one is, so the release
 * that can read it goes on with it.
 */
import type { Database } from '@innkeeper/db/schema';
import { inTransaction } from '@innkeeper/db/transaction';
import { wrongInput } from '@innkeeper/domain/workflows/kinds';
import type { Transaction } from 'kysely';
import { aboutOf, alertOnce, resolveAlerts } from './alerts.ts';
import { auditOutcome } from './audit.ts';
import type { Next, Run } from './run-context.ts';
import { type Claimed, releaseClaim } from './transitions.ts';

const KIND = 'workflow_unreadable';

/** Why its input can't be read; undefined when it can. */
export function unreadableInput({ kind, input }: Claimed): string | undefined {
  const wrong = wrongInput(kind, input);
  return wrong && `this version cannot read its input (${wrong})`;
}

/** `why`: half a sentence, without what the input holds. */
export async function markUnreadable(run: Run, why: string): Promise<Next> {
  const { claimed, db, clock, timings, log, time } = run;
  const now = clock.now();
  log.error({ workflow: claimed.id, kind: claimed.kind, step: claimed.step }, why);
  await inTransaction(db, async (trx) => {
    await releaseClaim(trx, claimed, { runAt: new Date(now.getTime() + timings.stuckMs), spentMs: time.elapsed, state: 'stuck' });
    const message = `Workflow ${claimed.id} (${claimed.kind}) waits for another version of Innkeeper: ${why}.`;
    if (!(await alertOnce(trx, { kind: KIND, ...aboutOf(claimed), message }))) return;
    await auditOutcome(run, trx, 'stuck', { step: claimed.step, error: why });
  });
  return 'gone';
}

/** It came to its end after all. */
export function resolveUnreadable(trx: Transaction<Database>, claimed: Claimed, now: Date): Promise<void> {
  return resolveAlerts(trx, { kind: KIND, ...aboutOf(claimed) }, now);
}
