/**
 * Rolls back a workflow: runs the undo of every started step, the failed one included, last first. A failed undo is retried without limit.
 * After a few attempts the workflow is stuck, and the operator gets one alert.
 */
import { inTransaction } from '@innkeeper/db/transaction';
import { aboutOf, alertOnce } from './alerts.ts';
import { auditOutcome } from './audit.ts';
import { messageOf } from './failure.ts';
import { afterFailedUndo } from './retry-decision.ts';
import { type Continuation, hook, pauseOf, type Run, stepContext } from './run-context.ts';
import { runAttempt } from './run-step.ts';
import { stepNamed, undoAfter } from './step-position.ts';
import { listStartedSteps, recordUndone, releaseClaim } from './transitions.ts';

/** Runs one attempt of the current undo and handles its outcome. */
export async function compensate(run: Run): Promise<Continuation> {
  const { claimed, definition, db, clock, timings, signal } = run;
  const step = stepNamed(definition.steps, claimed.step ?? '');
  const { undo } = step;
  const nextUndo = undoAfter(definition.steps, step.name, await listStartedSteps(db, claimed.id));
  if (typeof undo !== 'function') {
    await recordUndone(db, claimed, step.name, nextUndo, clock.now());
    run.time.begin();
    return 'on';
  }
  await hook(run, 'beforeUndo', step.name);
  const limits = { limitMs: step.deadlineMs, graceMs: timings.graceMs, outer: signal };
  const attempt = await runAttempt((inner) => undo(stepContext(run, inner)), limits);
  if (attempt.ok) {
    await hook(run, 'afterUndo', step.name);
    await recordUndone(db, claimed, step.name, nextUndo, clock.now());
    run.time.begin();
    return 'on';
  }
  return signal.aborted ? 'on' : undoFailed(run, step.name, attempt.error);
}

/** Releases the workflow until the next attempt of an undo, or of the last transaction of a rollback. Both are retried without limit. */
export async function undoFailed(run: Run, step: string, error: unknown): Promise<Continuation> {
  const { claimed, db, log, timings } = run;
  const { inMs, stuck, becameStuck } = afterFailedUndo(claimed.attempts + 1, timings, timings.random());
  log.error({ err: error, workflow: claimed.id, kind: claimed.kind, step, stuck, inMs }, 'an undo failed');
  await inTransaction(db, async (trx) => {
    await releaseClaim(trx, claimed, {
      ...pauseOf(run, inMs),
      state: stuck ? 'stuck' : 'queued',
      failed: { step, error: messageOf(error) },
    });
    if (!becameStuck) return;
    const message = `Workflow ${claimed.id} (${claimed.kind}) could not be completed or rolled back. It is retried every few minutes. Retry it now with ./innkeeper workflow retry ${claimed.id}.`;
    await alertOnce(trx, { kind: 'workflow_stuck', ...aboutOf(claimed), message });
    await auditOutcome(run, trx, 'stuck', { step, error: messageOf(error) });
  });
  return 'gone';
}
