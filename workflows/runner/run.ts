/**
 * Runs one claimed workflow until it ends, waits, or is lost. forward.ts runs a step, compensate.ts an undo, and end.ts the end. Each
 * returns whether this worker still has the workflow.
 */
import { isCancelled, rollBackCancelled } from './cancel.ts';
import { compensate } from './compensate.ts';
import { end } from './end.ts';
import { forward } from './forward.ts';
import { type Continuation, pauseOf, type Run, STOPPING } from './run-context.ts';
import { END, positionOf, stepNamed, UnknownStep } from './step-position.ts';
import { handOver, releaseClaim } from './transitions.ts';
import { markUnreadable, unreadableInput } from './unreadable.ts';

/**
 * Runs the workflow. Throws `Fenced` if another worker has it, and any error of the database or a hook. The workflow is then found as an
 * orphan.
 */
export async function runWorkflow(run: Run): Promise<void> {
  try {
    for (let next: Continuation = 'on'; next === 'on'; )
      next = run.signal.aborted ? await releaseWhenStopping(run) : await runOneStep(run);
  } finally {
    run.deferred.drop();
  }
}

async function runOneStep(run: Run): Promise<Continuation> {
  const { claimed, definition } = run;
  const wrong = unreadableInput(claimed);
  if (wrong !== undefined) return markUnreadable(run, wrong);
  try {
    if (isCancelled(run)) {
      await run.deferred.write(run);
      return await rollBackCancelled(run);
    }
    if (positionOf(definition.steps, claimed.step) === END) return await end(run);
    const node = stepNamed(definition.steps, positionOf(definition.steps, claimed.step)).node?.(claimed.input as never);
    if (node !== undefined && node !== claimed.node_id) return await handOverTo(run, node);
    return await (claimed.direction === 'forward' ? forward(run) : compensate(run));
  } catch (error) {
    if (error instanceof UnknownStep) return markUnreadable(run, error.message);
    throw error;
  }
}

/** Hands the workflow over because its step belongs to another node. The workflow waits until that node has a worker. */
async function handOverTo(run: Run, node: number): Promise<Continuation> {
  await run.deferred.write(run);
  await handOver(run.db, run.claimed, node, pauseOf(run, 0));
  return 'gone';
}

/** Releases the workflow if the worker stops. A worker that has lost its session no longer has its workflows. */
async function releaseWhenStopping(run: Run): Promise<Continuation> {
  if (run.signal.reason !== STOPPING) return 'gone';
  await run.deferred.write(run);
  await releaseClaim(run.db, run.claimed, pauseOf(run, 0));
  return 'gone';
}
