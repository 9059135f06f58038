/** The crash points of a workflow: all points at which its worker may die. */
import type { HookPoint } from '@innkeeper/workflows/runner/hooks';
import { undoable } from './faults.ts';
import type { Scenario } from './scenario.ts';

export type CrashPoint = Pick<HookPoint, 'moment' | 'step' | 'direction'>;

const END_MOMENTS = ['beforeEnd', 'beforeCommit', 'afterEnd'] as const;

/** Fields of a scenario that determine its crash points. */
type Steps = Pick<Scenario, 'definition' | 'leftOut'>;

/** Lists in order the crash points of a workflow without a failure. */
export function forwardPoints(scenario: Steps): CrashPoint[] {
  const points = stepsOf(scenario).flatMap((name): CrashPoint[] => [
    { moment: 'beforeStep', step: name, direction: 'forward' },
    { moment: 'afterStep', step: name, direction: 'forward' },
  ]);
  return [...points, ...endPoints('forward')];
}

/** Lists in order the crash points of the rollback of a workflow that had begun every step. */
export function backPoints(scenario: Steps): CrashPoint[] {
  const undos = undoable(scenario.definition);
  const points = stepsOf(scenario)
    .filter((name) => undos.includes(name))
    .toReversed()
    .flatMap((name): CrashPoint[] => [
      { moment: 'beforeUndo', step: name, direction: 'back' },
      { moment: 'afterUndo', step: name, direction: 'back' },
    ]);
  return [...points, ...endPoints('back')];
}

/** Lists the names of the steps that the scenario runs. */
export const stepsOf = ({ definition, leftOut = [] }: Steps): string[] =>
  definition.steps.map(({ name }) => name).filter((name) => !leftOut.includes(name));

function endPoints(direction: CrashPoint['direction']): CrashPoint[] {
  return END_MOMENTS.map((moment) => ({ moment, step: 'end', direction }));
}
