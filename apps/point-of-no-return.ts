/** Returns the reason why a workflow can no longer be rolled back after a step, or `null`. */
import type { PointOfNoReturn } from '@innkeeper/operations/define.staff';
import { DEFINITIONS } from '@innkeeper/workflows/definitions';
import { explainNotCancellable } from '@innkeeper/workflows/runner/cancel';

export const pointOfNoReturn: PointOfNoReturn = (kind, step) => {
  const definition = Object.hasOwn(DEFINITIONS, kind) ? DEFINITIONS[kind as keyof typeof DEFINITIONS] : undefined;
  return definition ? explainNotCancellable(definition.steps, step) : null;
};
