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
import { type Held, letGo } from './transitions.ts';

const KIND = 'workflow_unreadable';

/** Why its input can't be read; undefined when it can. */
export function unreadableInput({ kind, input }: Held): string | undefined {
  const wrong = wrongInput(kind, input);
  return wrong && `this release can't read its input (${wrong})`;
}

/** `why`: half a sentence, without what the input holds. */
export async function markUnreadable(run: Run, why: string): Promise<Next> {
  const { held, db, clock, pace, log, time } = run;
  const now = clock.now();
  log.error({ workflow: held.id, kind: held.kind, step: held.step }, why);
  await inTransaction(db, async (trx) => {
    await letGo(trx, held, { runAt: new Date(now.getTime() + pace.stuckMs), spentMs: time.elapsed, state: 'stuck' });
    const message = `Workflow ${held.id} (${held.kind}) waits for another release: ${why}.`;
    if (!(await alertOnce(trx, { kind: KIND, ...aboutOf(held), message }))) return;
    await auditOutcome(run, trx, 'stuck', { step: held.step, error: why });
  });
  return 'gone';
}

/** It came to its end after all. */
export function resolveUnreadable(trx: Transaction<Database>, held: Held, now: Date): Promise<void> {
  return resolveAlerts(trx, { kind: KIND, ...aboutOf(held) }, now);
}
