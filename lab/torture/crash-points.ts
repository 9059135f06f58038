/** The crash points of a workflow: every point at which its worker may die. */
import type { HookPoint } from '@innkeeper/workflows/runner/hooks';
import type { AnyDefinition } from '@innkeeper/workflows/runner/run-context';
import { undoable } from './faults.ts';

export type CrashPoint = Pick<HookPoint, 'moment' | 'step' | 'direction'>;

const END_MOMENTS = ['beforeEnd', 'beforeCommit', 'afterEnd'] as const;

export function forwardPoints({ steps }: AnyDefinition): CrashPoint[] {
  const points = steps.flatMap(({ name }): CrashPoint[] => [
    { moment: 'beforeStep', step: name, direction: 'forward' },
    { moment: 'afterStep', step: name, direction: 'forward' },
  ]);
  return [...points, ...endPoints('forward')];
}

/** The crash points of the rollback of a workflow that had begun every step, in order. */
export function backPoints(definition: AnyDefinition): CrashPoint[] {
  const points = undoable(definition)
    .toReversed()
    .flatMap((name): CrashPoint[] => [
      { moment: 'beforeUndo', step: name, direction: 'back' },
      { moment: 'afterUndo', step: name, direction: 'back' },
    ]);
  return [...points, ...endPoints('back')];
}

function endPoints(direction: CrashPoint['direction']): CrashPoint[] {
  return END_MOMENTS.map((moment) => ({ moment, step: 'end', direction }));
}
