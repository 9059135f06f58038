/**
 * The position of a workflow is the name of a step, because names are stable across releases and indexes are not.
 *
 * A release may insert steps. A workflow continues at the step with the stored name. It goes forward through the steps that follow in the
 * current release, and back through the steps that it has started. An unknown name is an error.
 */
import type { Step } from '../define.ts';

/** Position after all steps, or all undos, at which only the last transaction is missing. No step has this name. */
export const END = 'end';

type Named = Pick<Step<never>, 'name' | 'undo'>;
type Joining = Pick<Step<never>, 'name' | 'undo' | 'needed' | 'joinsNext' | 'beginsWith' | 'node'>;

/** Error of a workflow whose current step, or a started step, does not exist in this release. */
export class UnknownStep extends Error {
  readonly step: string;
  constructor(step: string) {
    super(`this version knows no step "${step}"`);
    this.name = 'UnknownStep';
    this.step = step;
  }
}

/** Returns the name of the current step. `name` is `null` before the first step. */
export function positionOf(steps: readonly Named[], name: string | null): string {
  return name ?? steps[0]?.name ?? END;
}

/** Returns the step with this name. Throws `UnknownStep`. */
export function stepNamed<S extends Named>(steps: readonly S[], name: string): S {
  const step = steps.find((one) => one.name === name);
  if (step === undefined) throw new UnknownStep(name);
  return step;
}

/** Returns the name of the step after `name`, or `END`. */
export function positionAfter(steps: readonly Named[], name: string): string {
  return steps[steps.indexOf(stepNamed(steps, name)) + 1]?.name ?? END;
}

/**
 * Returns the steps whose start is recorded together with the start of `name`, including `name`. If a step has `joinsNext`, the next step
 * that is always needed is added.
 *
 * A step without an undo is not added, because a rollback does not need the record of its start. A step with `beginsWith` or `node` is not
 * added, because its start needs its own transition.
 */
export function listStepsStartedWith(steps: readonly Joining[], name: string): string[] {
  const step = stepNamed(steps, name);
  if (!step.joinsNext) return [name];
  const next = steps.slice(steps.indexOf(step) + 1).find(({ needed }) => needed === undefined);
  const startsTogether = next !== undefined && mayFollow(next) && typeof next.undo === 'function';
  return startsTogether ? [name, ...listStepsStartedWith(steps, next.name)] : [name];
}

/**
 * Returns whether `next` may run before the result of `name` is written. `begun` are the steps that were recorded as started in advance.
 */
export function canDeferWrite(steps: readonly Joining[], name: string, next: string, begun: readonly string[] = []): boolean {
  if (next === END) return true;
  const following = stepNamed(steps, next);
  if (!stepNamed(steps, name).joinsNext || !mayFollow(following)) return false;
  return typeof following.undo !== 'function' || begun.includes(next);
}

const mayFollow = ({ beginsWith, node }: Joining): boolean => beginsWith === undefined && node === undefined;

/** Returns the steps whose start the claim records in its own statement. Empty if the first step has `beginsWith` or `node`. */
export function listStepsStartedByClaim(steps: readonly Joining[]): string[] {
  const [first] = steps;
  return first !== undefined && mayFollow(first) ? listStepsStartedWith(steps, first.name) : [];
}

/**
 * Returns the step whose undo starts a rollback: the last step in `begun` that has an undo. Returns `END` if no step has an undo. Throws
 * `UnknownStep` if a step in `begun` does not exist.
 */
export function firstUndo(steps: readonly Named[], begun: readonly string[]): string {
  for (const name of begun) if (name !== END) stepNamed(steps, name);
  return undoAmong(steps, begun);
}

/** Returns the step whose undo follows the undo of `name`, or `END`. */
export function undoAfter(steps: readonly Named[], name: string, begun: readonly string[]): string {
  return undoAmong(steps.slice(0, steps.indexOf(stepNamed(steps, name))), begun);
}

function undoAmong(steps: readonly Named[], begun: readonly string[]): string {
  return steps.findLast(({ name, undo }) => typeof undo === 'function' && begun.includes(name))?.name ?? END;
}
