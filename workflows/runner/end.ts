/**
 * The end of a workflow: `finish` or `undone`, the state, the locks and the audit line in one transaction, which first locks the
 * row and checks the epoch.
 */
import type { Database } from '@innkeeper/db/schema';
import { type AuditLine, auditInsert } from '@innkeeper/db/tables/audit';
import { atCommit, inTransaction } from '@innkeeper/db/transaction';
import { sql, type Transaction } from 'kysely';
import type { Why } from '../define.ts';
import { aboutOf, alertOnce } from './alerts.ts';
import { outcomeLine } from './audit.ts';
import { isCancelled } from './cancel.ts';
import { undoFailed } from './compensate.ts';
import { isFinal, messageOf, whyOf } from './failure.ts';
import { afterFailedStep } from './retry-decision.ts';
import { commonContext, Dropped, hook, type Next, pauseOf, type Run } from './run-context.ts';
import { Cancelled } from './run-step.ts';
import { END, firstUndo } from './step-position.ts';
import { FINISH_ATTEMPTS } from './timings.ts';
import { begunSteps, endClaimed, Fenced, releaseClaim, startRollback } from './transitions.ts';

export async function end(run: Run): Promise<Next> {
  const { claimed, db } = run;
  const last = claimed.direction === 'forward' ? finish : undone;
  await hook(run, 'beforeEnd', END);
  try {
    await inTransaction(db, async (trx) => {
      await last(run, trx);
      await hook(run, 'beforeCommit', END);
    });
  } catch (error) {
    if (error instanceof Fenced || error instanceof Dropped) throw error;
    await run.held.write(run);
    if (run.signal.aborted || isCancelled(run)) return 'on';
    return claimed.direction === 'forward' ? finishFailed(run, error) : undoFailed(run, END, error);
  }
  await hook(run, 'afterEnd', END);
  return 'gone';
}

async function finish(run: Run, trx: Transaction<Database>): Promise<void> {
  const { claimed, definition, clock, signal } = run;
  const now = clock.now();
  await endClaimed(trx, claimed, 'done', now, run.held.ended);
  seeCancelled(run);
  await definition.finish({ ...commonContext(run, signal), db: trx });
  await release(run, trx, now, outcomeLine(run, 'done'));
}

/**
 * In one statement: the locks, the line of audit, and the alerts that are over. Last, since whoever wants the lock may hold the rows
 * that `finish` locks.
 */
async function release({ claimed }: Run, trx: Transaction<Database>, now: Date, line: AuditLine): Promise<void> {
  const last = sql`
    with freed as (delete from locks where workflow_id = ${claimed.id}),
    resolved as (
      update operator_alerts set resolved_at = ${now}
      where kind in ('workflow_stuck', 'workflow_unreadable') and key = ${aboutOf(claimed).key} and resolved_at is null)
    ${auditInsert(line)}`;
  await atCommit(trx, { compile: () => last.compile(trx) });
}

/** Asked back a moment ago, and not told yet: the row, which is locked by now, has the last word. */
function seeCancelled(run: Run): void {
  const reason = run.claimed.cancel_reason;
  if (reason === null) return;
  run.cancel.abort(reason);
  if (isCancelled(run)) throw new Cancelled();
}

async function undone(run: Run, trx: Transaction<Database>): Promise<void> {
  const { claimed, definition, clock, signal } = run;
  const now = clock.now();
  await endClaimed(trx, claimed, 'undone', now);
  const why = await whyRolledBack(run, trx);
  await definition.undone({ ...commonContext(run, signal), db: trx }, why);
  await release(run, trx, now, outcomeLine(run, 'undone', { step: why.step, error: why.error }));
  if (claimed.fault === 'customer' || claimed.fault === 'cancelled') return;
  const message = `Workflow ${claimed.id} (${claimed.kind}) was rolled back: step ${why.step} failed. ${why.error}`;
  await alertOnce(trx, { kind: 'workflow_undone', ...aboutOf(claimed), message });
}

/** The step at which it turned is the one that failed and was never done. */
async function whyRolledBack({ claimed, definition }: Run, trx: Transaction<Database>): Promise<Why> {
  const turned = await trx
    .selectFrom('workflow_steps')
    .select('step')
    .where('workflow_id', '=', claimed.id)
    .where('direction', '=', 'forward')
    .where('finished_at', 'is', null)
    .where('error', 'is not', null)
    .executeTakeFirst();
  return { step: turned?.step ?? END, error: claimed.error ?? '', reason: claimed.reason ?? definition.failureMessage };
}

/** The transaction was rolled back. It is retried a few times, then the whole workflow is rolled back. */
async function finishFailed(run: Run, error: unknown): Promise<Next> {
  const { claimed, definition, db, clock, log, timings } = run;
  const now = clock.now();
  // The last transaction waits for nothing outside, so that its attempts alone bound it.
  const counts = { attempts: claimed.attempts + 1, allowed: FINISH_ATTEMPTS, elapsed: 0, deadlineMs: Number.POSITIVE_INFINITY };
  const decision = afterFailedStep({ ...counts, final: isFinal(error) }, timings, timings.random());
  log.error({ err: error, workflow: claimed.id, kind: claimed.kind, decision }, 'the last transaction failed');
  if (decision.kind === 'retry') {
    await releaseClaim(db, claimed, { ...pauseOf(run, decision.inMs), failed: { step: END, error: messageOf(error) } });
    return 'gone';
  }
  const first = firstUndo(definition.steps, await begunSteps(db, claimed.id));
  await startRollback(db, claimed, { step: END, first, ...whyOf(error, definition.failureMessage) }, now);
  run.time.begin();
  return 'on';
}
