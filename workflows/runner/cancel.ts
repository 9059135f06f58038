/**
 * Rolling back because somebody asked for it: the row says so (`domain/workflows/cancel.ts`), and whoever has the workflow, or takes
 * it next, stops its step and goes through the undos.
 */
import type { Step } from '../define.ts';
import type { Next, Run } from './run-context.ts';
import { firstUndo, placeOf } from './step-position.ts';
import { begunSteps, startRollback } from './transitions.ts';

type Placed = Pick<Step<never>, 'name' | 'undo' | 'pastReturn'>;

/** Why a workflow at this step cannot be cancelled; undefined where it can. */
export function whyPastReturn(steps: readonly Placed[], step: string | null): string | undefined {
  const at = steps.findIndex(({ name }) => name === placeOf(steps, step));
  const begun = at === -1 ? steps : steps.slice(0, at + 1);
  return begun.findLast(({ pastReturn }) => pastReturn !== undefined)?.pastReturn;
}

/** Whether it is to roll back now. When the request comes after a step began that cannot be reversed, the workflow goes on to its end. */
export function isCancelled({ cancel, claimed, definition }: Run): boolean {
  return cancel.signal.aborted && mayRollBack(claimed.direction, definition.steps, claimed.step);
}

/** The signal that stops an attempt of its step; undefined where it cannot be cancelled. */
export function cancelSignal({ cancel, claimed, definition }: Run): AbortSignal | undefined {
  return mayRollBack(claimed.direction, definition.steps, claimed.step) ? cancel.signal : undefined;
}

function mayRollBack(direction: 'forward' | 'back', steps: Run['definition']['steps'], step: string | null): boolean {
  return direction === 'forward' && whyPastReturn(steps, step) === undefined;
}

export async function rollBackCancelled({ claimed, definition, db, clock, cancel, log, time }: Run): Promise<Next> {
  const { steps } = definition;
  const step = placeOf(steps, claimed.step);
  const first = firstUndo(steps, await begunSteps(db, claimed.id));
  const reason = String(cancel.signal.reason);
  log.info({ workflow: claimed.id, kind: claimed.kind, step }, 'a workflow was cancelled');
  await startRollback(db, claimed, { step, first, error: 'cancelled', reason, fault: 'cancelled' }, clock.now());
  time.begin();
  return 'on';
}
