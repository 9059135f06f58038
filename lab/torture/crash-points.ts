/** The crash points of a workflow: all points at which its worker may die. */
import type { HookPoint } from '@innkeeper/workflows/runner/hooks';
import { draw } from '../draw.ts';
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

/**
 * Lists the crash points at which a worker is killed, forward before back. With a seed at most four: at a step and at the end, forward and
 * back. A kill costs a process, and `torture` dies at each of these points in process.
 */
export function drawnPoints(scenario: Steps & Pick<Scenario, 'name'>, seed: string | undefined): CrashPoint[] {
  return [forwardPoints(scenario), backPoints(scenario)].flatMap((points) =>
    [false, true].flatMap((isEnd) => {
      const choices = points.filter(({ step }) => (step === 'end') === isEnd);
      return draw(seed, [scenario.name, isEnd ? 'end' : 'step', choices[0]?.direction ?? ''], choices);
    }),
  );
}

/** Returns the end of a workflow whose worker died at the point. */
export function endAfterDeath(
  { rollsBackAfter }: Pick<Scenario, 'rollsBackAfter'>,
  { direction, moment, step }: CrashPoint,
  how: 'inProcess' | 'killed',
): 'done' | 'undone' {
  return direction === 'back' || rollsBackAfter?.[how].includes(`${moment} ${step}`) ? 'undone' : 'done';
}

/** Lists the names of the steps that the scenario runs. */
export const stepsOf = ({ definition, leftOut = [] }: Steps): string[] =>
  definition.steps.map(({ name }) => name).filter((name) => !leftOut.includes(name));

function endPoints(direction: CrashPoint['direction']): CrashPoint[] {
  return END_MOMENTS.map((moment) => ({ moment, step: 'end', direction }));
}
