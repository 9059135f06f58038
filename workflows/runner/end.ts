/**
 * The end, forward (`finish`) or back (`undone`): the definition's last word, the state, the locks and the audit line in
 * one transaction, which begins by locking the row under the fence.
 */
import type { Database } from '@innkeeper/db/schema';
import { releaseLocks } from '@innkeeper/db/tables/locks';
import { inTransaction } from '@innkeeper/db/transaction';
import type { Transaction } from 'kysely';
import type { Why } from '../define.ts';
import { aboutOf, alertOnce, resolveAlerts } from './alerts.ts';
import { auditOutcome } from './audit.ts';
import { isCancelled } from './cancel.ts';
import { undoFailed } from './compensate.ts';
import { isFinal, messageOf, whyOf } from './failure.ts';
import { FINISH_ATTEMPTS } from './poll-interval.ts';
import { afterFailedStep } from './retry-decision.ts';
import { commonContext, Dropped, hook, type Next, pauseOf, type Run } from './run-context.ts';
import { Cancelled } from './run-step.ts';
import { END, firstUndo } from './step-position.ts';
import { begunSteps, endHeld, Fenced, letGo, turnBack } from './transitions.ts';
import { resolveUnreadable } from './unreadable.ts';

export async function end(run: Run): Promise<Next> {
  const { held, db } = run;
  const last = held.direction === 'forward' ? finish : undone;
  await hook(run, 'beforeEnd', END);
  try {
    await inTransaction(db, async (trx) => {
      await last(run, trx);
      await hook(run, 'beforeCommit', END);
    });
  } catch (error) {
    if (error instanceof Fenced || error instanceof Dropped) throw error;
    if (run.signal.aborted || isCancelled(run)) return 'on';
    return held.direction === 'forward' ? finishFailed(run, error) : undoFailed(run, END, error);
  }
  await hook(run, 'afterEnd', END);
  return 'gone';
}

async function finish(run: Run, trx: Transaction<Database>): Promise<void> {
  const { held, definition, clock, signal } = run;
  const now = clock.now();
  await endHeld(trx, held, 'done', now);
  await seeCancelled(run, trx);
  await definition.finish({ ...commonContext(run, signal), db: trx });
  await releaseLocks(trx, held.id);
  await auditOutcome(run, trx, 'done');
  await resolveUnreadable(trx, held, now);
}

/** Asked back a moment ago, and not told yet: the row, which is locked by now, has the last word. */
async function seeCancelled(run: Run, trx: Transaction<Database>): Promise<void> {
  const row = await trx.selectFrom('workflows').select('cancel_reason').where('id', '=', run.held.id).executeTakeFirstOrThrow();
  if (row.cancel_reason === null) return;
  run.cancel.abort(row.cancel_reason);
  if (isCancelled(run)) throw new Cancelled();
}

async function undone(run: Run, trx: Transaction<Database>): Promise<void> {
  const { held, definition, clock, signal } = run;
  const now = clock.now();
  await endHeld(trx, held, 'undone', now);
  const why = await whyBack(run, trx);
  await definition.undone({ ...commonContext(run, signal), db: trx }, why);
  await releaseLocks(trx, held.id);
  await auditOutcome(run, trx, 'undone', { step: why.step, error: why.error });
  await resolveAlerts(trx, { kind: 'workflow_stuck', ...aboutOf(held) }, now);
  await resolveUnreadable(trx, held, now);
  if (held.fault === 'customer' || held.fault === 'cancelled') return;
  const message = `Workflow ${held.id} (${held.kind}) was undone: step ${why.step} failed. ${why.error}`;
  await alertOnce(trx, { kind: 'workflow_undone', ...aboutOf(held), message });
}

/** The step at which it turned is the one that was begun and never done. */
async function whyBack({ held, definition }: Run, trx: Transaction<Database>): Promise<Why> {
  const turned = await trx
    .selectFrom('workflow_steps')
    .select('step')
    .where('workflow_id', '=', held.id)
    .where('direction', '=', 'forward')
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return { step: turned?.step ?? END, error: held.error ?? '', reason: held.reason ?? definition.apology };
}

/** The transaction is rolled back. Tried again a few times, then the whole workflow goes back. */
async function finishFailed(run: Run, error: unknown): Promise<Next> {
  const { held, definition, db, clock, log, pace } = run;
  const now = clock.now();
  // The last transaction waits for nothing outside, so that its attempts alone bound it.
  const counts = { attempts: held.attempts + 1, allowed: FINISH_ATTEMPTS, elapsed: 0, deadlineMs: Number.POSITIVE_INFINITY };
  const verdict = afterFailedStep({ ...counts, final: isFinal(error) }, pace, Math.random());
  log.error({ err: error, workflow: held.id, kind: held.kind, verdict }, 'the last transaction failed');
  if (verdict.kind === 'retry') {
    await letGo(db, held, { ...pauseOf(run, verdict.inMs), failed: { step: END, error: messageOf(error) } });
    return 'gone';
  }
  const first = firstUndo(definition.steps, await begunSteps(db, held.id));
  await turnBack(db, held, { step: END, first, ...whyOf(error, definition.apology) }, now);
  run.time.begin();
  return 'on';
}
