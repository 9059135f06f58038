/**
 * Ends a workflow in one transaction: `finish` or `undone`, the state, the locks and the audit line. The transaction first locks the row
 * and checks the epoch.
 */
import type { Database } from '@innkeeper/db/schema';
import { type AuditLine, auditInsert } from '@innkeeper/db/tables/audit';
import { atCommit, inTransaction } from '@innkeeper/db/transaction';
import { sql, type Transaction } from 'kysely';
import type { RollbackCause } from '../define.ts';
import { aboutOf, alertOnce } from './alerts.ts';
import { outcomeLine } from './audit.ts';
import { isCancelled } from './cancel.ts';
import { undoFailed } from './compensate.ts';
import { describeFailure, isFinal, messageOf } from './failure.ts';
import { afterFailedStep } from './retry-decision.ts';
import { type Continuation, commonContext, hook, pauseOf, type Run, SimulatedCrash } from './run-context.ts';
import { Cancelled } from './run-step.ts';
import { END, firstUndo } from './step-position.ts';
import { FINISH_ATTEMPTS } from './timings.ts';
import { endClaimed, Fenced, listStartedSteps, releaseClaim, startRollback } from './transitions.ts';

/** Runs the last transaction of a workflow and handles its failure. */
export async function end(run: Run): Promise<Continuation> {
  const { claimed, db } = run;
  const last = claimed.direction === 'forward' ? finish : undone;
  await hook(run, 'beforeEnd', END);
  try {
    await inTransaction(db, async (trx) => {
      await last(run, trx);
      await hook(run, 'beforeCommit', END);
    });
  } catch (error) {
    if (error instanceof Fenced || error instanceof SimulatedCrash) throw error;
    await run.deferred.write(run);
    if (run.signal.aborted || isCancelled(run)) return 'on';
    return claimed.direction === 'forward' ? finishFailed(run, error) : undoFailed(run, END, error);
  }
  run.countEnd(claimed.kind, claimed.direction === 'forward' ? 'done' : 'undone');
  await hook(run, 'afterEnd', END);
  return 'gone';
}

async function finish(run: Run, trx: Transaction<Database>): Promise<void> {
  const { claimed, definition, clock, signal } = run;
  const now = clock.now();
  await endClaimed(trx, claimed, 'done', now, run.deferred.ended);
  throwIfCancelled(run);
  await definition.finish({ ...commonContext(run, signal), db: trx });
  await release(run, trx, now, outcomeLine(run, 'done'));
}

/**
 * Releases the locks, inserts the audit line and resolves alerts, in one statement. This statement runs last in the transaction. A
 * transaction that waits for the workflow's lock may hold rows that `finish` must lock first.
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

/** Throws `Cancelled` if the locked row contains a request for cancellation whose notification has not arrived yet. */
function throwIfCancelled(run: Run): void {
  const reason = run.claimed.cancel_reason;
  if (reason === null) return;
  run.cancel.abort(reason);
  if (isCancelled(run)) throw new Cancelled();
}

async function undone(run: Run, trx: Transaction<Database>): Promise<void> {
  const { claimed, definition, clock, signal } = run;
  const now = clock.now();
  await endClaimed(trx, claimed, 'undone', now);
  const why = await findRollbackCause(run, trx);
  await definition.undone({ ...commonContext(run, signal), db: trx }, why);
  await release(run, trx, now, outcomeLine(run, 'undone', { step: why.step, error: why.error }));
  if (claimed.fault === 'customer' || claimed.fault === 'cancelled') return;
  const message = `Workflow ${claimed.id} (${claimed.kind}) was rolled back: step ${why.step} failed. ${why.error}`;
  await alertOnce(trx, { kind: 'workflow_undone', ...aboutOf(claimed), message });
}

/** Returns why the workflow rolled back. The step that failed is the only one with an error and without an end. */
async function findRollbackCause({ claimed, definition }: Run, trx: Transaction<Database>): Promise<RollbackCause> {
  const failedStep = await trx
    .selectFrom('workflow_steps')
    .select('step')
    .where('workflow_id', '=', claimed.id)
    .where('direction', '=', 'forward')
    .where('finished_at', 'is', null)
    .where('error', 'is not', null)
    .executeTakeFirst();
  return { step: failedStep?.step ?? END, error: claimed.error ?? '', reason: claimed.reason ?? definition.failureMessage };
}

/** Handles a failure of the last transaction. Retries the transaction a few times, and then rolls back the workflow. */
async function finishFailed(run: Run, error: unknown): Promise<Continuation> {
  const { claimed, definition, db, clock, log, timings } = run;
  const now = clock.now();
  // The last transaction waits for nothing outside the database, so only its attempts limit it.
  const counts = { attempts: claimed.attempts + 1, allowed: FINISH_ATTEMPTS, elapsed: 0, deadlineMs: Number.POSITIVE_INFINITY };
  const decision = afterFailedStep({ ...counts, final: isFinal(error) }, timings, timings.random());
  log.error({ err: error, workflow: claimed.id, kind: claimed.kind, decision }, 'the last transaction failed');
  if (decision.kind === 'retry') {
    await releaseClaim(db, claimed, { ...pauseOf(run, decision.inMs), failed: { step: END, error: messageOf(error) } });
    return 'gone';
  }
  const first = firstUndo(definition.steps, await listStartedSteps(db, claimed.id));
  await startRollback(db, claimed, { step: END, first, ...describeFailure(error, definition.failureMessage) }, now);
  run.time.begin();
  return 'on';
}
