import { PLANNED_STEPS } from './planned-steps.gen.ts';

/** Lists the steps of a kind of workflow in order. Empty for a kind that this version does not define. */
export function plannedSteps(kind: string): readonly string[] {
  return Object.hasOwn(PLANNED_STEPS, kind) ? PLANNED_STEPS[kind as keyof typeof PLANNED_STEPS] : [];
}
