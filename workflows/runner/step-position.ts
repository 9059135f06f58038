/**
 * The position of a workflow is the name of a step, since names stay the same over releases and indexes do not. A release may
 * insert steps: a workflow continues at the step of that name, forward through the steps that now follow it, back through those
 * that it has begun. A name that this release does not know is an error.
 */
import type { Step } from '../define.ts';

/** Where all steps, or all undos, are done and only the last transaction is missing. No step has this name. */
export const END = 'end';

type Named = Pick<Step<never>, 'name' | 'undo'>;
type Joining = Pick<Step<never>, 'name' | 'undo' | 'needed' | 'joinsNext' | 'beginsWith' | 'node'>;

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

/**
 * The steps whose begin is written with that of `name`: itself and, where it joins the next, the next one that is needed in any case. A
 * step without an undo begins without a word, and one that begins with more than its own row, or on another node, by itself.
 */
export function begunWith(steps: readonly Joining[], name: string): string[] {
  const step = stepNamed(steps, name);
  if (!step.joinsNext) return [name];
  const next = steps.slice(steps.indexOf(step) + 1).find(({ needed }) => needed === undefined);
  const ahead = next !== undefined && mayFollow(next) && typeof next.undo === 'function';
  return ahead ? [name, ...begunWith(steps, next.name)] : [name];
}

/** Whether `next` may run before the result of `name` is written; `begun` are the steps that have begun ahead of their turn. */
export function mayHold(steps: readonly Joining[], name: string, next: string, begun: readonly string[] = []): boolean {
  if (next === END) return true;
  const following = stepNamed(steps, next);
  if (!stepNamed(steps, name).joinsNext || !mayFollow(following)) return false;
  return typeof following.undo !== 'function' || begun.includes(next);
}

const mayFollow = ({ beginsWith, node }: Joining): boolean => beginsWith === undefined && node === undefined;

/** The steps that a claim begins, in one statement with it; none where the first step begins with more than its own row. */
export function begunByClaim(steps: readonly Joining[]): string[] {
  const [first] = steps;
  return first !== undefined && mayFollow(first) ? begunWith(steps, first.name) : [];
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
