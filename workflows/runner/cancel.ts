/**
 * Rolls back workflows whose row requests a cancellation (`domain/workflows/cancel.ts`). The worker that has the workflow, or claims it
 * next, stops the current step and runs the undos.
 */
import type { Step } from '../define.ts';
import type { Continuation, Run } from './run-context.ts';
import { firstUndo, positionOf } from './step-position.ts';
import { listStartedSteps, startRollback } from './transitions.ts';

type Placed = Pick<Step<never>, 'name' | 'undo' | 'pointOfNoReturn'>;

/** Returns why a workflow at this step cannot be cancelled, or `undefined` if it can. */
export function explainNotCancellable(steps: readonly Placed[], step: string | null): string | undefined {
  const at = steps.findIndex(({ name }) => name === positionOf(steps, step));
  const begun = at === -1 ? steps : steps.slice(0, at + 1);
  return begun.findLast(({ pointOfNoReturn }) => pointOfNoReturn !== undefined)?.pointOfNoReturn;
}

/**
 * Returns whether the workflow must roll back now. If the request comes after the start of an irreversible step, the workflow runs to its
 * end.
 */
export function isCancelled({ cancel, claimed, definition }: Run): boolean {
  return cancel.signal.aborted && mayRollBack(claimed.direction, definition.steps, claimed.step);
}

/** Returns the signal that stops an attempt of the current step, or `undefined` if the workflow cannot be cancelled. */
export function cancelSignal({ cancel, claimed, definition }: Run): AbortSignal | undefined {
  return mayRollBack(claimed.direction, definition.steps, claimed.step) ? cancel.signal : undefined;
}

function mayRollBack(direction: 'forward' | 'back', steps: Run['definition']['steps'], step: string | null): boolean {
  return direction === 'forward' && explainNotCancellable(steps, step) === undefined;
}

/** Starts the rollback of a cancelled workflow. */
export async function rollBackCancelled({ claimed, definition, db, clock, cancel, log, time }: Run): Promise<Continuation> {
  const { steps } = definition;
  const step = positionOf(steps, claimed.step);
  const first = firstUndo(steps, await listStartedSteps(db, claimed.id));
  const reason = String(cancel.signal.reason);
  log.info({ workflow: claimed.id, kind: claimed.kind, step }, 'a workflow was cancelled');
  await startRollback(db, claimed, { step, first, error: 'cancelled', reason, fault: 'cancelled' }, clock.now());
  time.begin();
  return 'on';
}
