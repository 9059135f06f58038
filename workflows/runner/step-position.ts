/**
 * The position of a workflow is the name of a step, since names stay the same over releases and indexes do not. A release may
 * insert steps: a workflow continues at the step of that name, forward through the steps that now follow it, back through those
 * that it has begun. A name that this release does not know is an error.
 */
import type { Step } from '../define.ts';

/** Where all steps, or all undos, are done and only the last transaction is missing. No step has this name. */
export const END = 'end';

type Named = Pick<Step<never>, 'name' | 'undo'>;

/** The workflow is at a step, or has begun one, that this release does not have. */
export class UnknownStep extends Error {
  readonly step: string;
  constructor(step: string) {
    super(`this version knows no step "${step}"`);
    this.name = 'UnknownStep';
    this.step = step;
  }
}

/** `name` null: not begun yet, so the first. */
export function placeOf(steps: readonly Named[], name: string | null): string {
  return name ?? steps[0]?.name ?? END;
}

export function stepNamed<S extends Named>(steps: readonly S[], name: string): S {
  const step = steps.find((one) => one.name === name);
  if (step === undefined) throw new UnknownStep(name);
  return step;
}

export function placeAfter(steps: readonly Named[], name: string): string {
  return steps[steps.indexOf(stepNamed(steps, name)) + 1]?.name ?? END;
}

/** The first undo of the way back: of the last step among `begun` that has one. */
export function firstUndo(steps: readonly Named[], begun: readonly string[]): string {
  for (const name of begun) if (name !== END) stepNamed(steps, name);
  return undoAmong(steps, begun);
}

/** The undo that follows that of `name`. */
export function undoAfter(steps: readonly Named[], name: string, begun: readonly string[]): string {
  return undoAmong(steps.slice(0, steps.indexOf(stepNamed(steps, name))), begun);
}

function undoAmong(steps: readonly Named[], begun: readonly string[]): string {
  return steps.findLast(({ name, undo }) => typeof undo === 'function' && begun.includes(name))?.name ?? END;
}
