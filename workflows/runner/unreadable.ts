/**
 * Handles workflows that this release cannot read, because their step or input exists only in another release.
 *
 * Such a workflow keeps its step, its lock and all its resources, and the operator gets one alert. The workflow is retried like every stuck
 * workflow, and continues under a release that can read it.
 */
import { inTransaction } from '@innkeeper/db/transaction';
import { explainInvalidInput } from '@innkeeper/domain/workflows/kinds';
import { aboutOf, alertOnce } from './alerts.ts';
import { auditOutcome } from './audit.ts';
import type { Continuation, Run } from './run-context.ts';
import { type ClaimedWorkflow, releaseClaim } from './transitions.ts';

const KIND = 'workflow_unreadable';

/** Returns why the input of a workflow cannot be read, or `undefined` if it can. */
export function unreadableInput({ kind, input }: ClaimedWorkflow): string | undefined {
  const wrong = explainInvalidInput(kind, input);
  return wrong && `this version cannot read its input (${wrong})`;
}

/** Marks the workflow as stuck. `why` is the end of a sentence, without values of the input. */
export async function markUnreadable(run: Run, why: string): Promise<Continuation> {
  const { claimed, db, clock, timings, log, time } = run;
  const now = clock.now();
  log.error({ workflow: claimed.id, kind: claimed.kind, step: claimed.step }, why);
  await run.deferred.write(run);
  await inTransaction(db, async (trx) => {
    await releaseClaim(trx, claimed, { runAt: new Date(now.getTime() + timings.stuckMs), spentMs: time.elapsed, state: 'stuck' });
    const message = `Workflow ${claimed.id} (${claimed.kind}) needs another version of Innkeeper: ${why}.`;
    if (!(await alertOnce(trx, { kind: KIND, ...aboutOf(claimed), message }))) return;
    await auditOutcome(run, trx, 'stuck', { step: claimed.step, error: why });
  });
  return 'gone';
}
