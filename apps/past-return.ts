/** Finds the reason why a workflow can no longer be rolled back, by its steps. */
import type { PastReturn } from '@innkeeper/operations/operator/workflows/cancel';
import { DEFINITIONS } from '@innkeeper/workflows/definitions';
import { whyPastReturn } from '@innkeeper/workflows/runner/cancel';

export const pastReturn: PastReturn = (kind, step) => {
  const definition = Object.hasOwn(DEFINITIONS, kind) ? DEFINITIONS[kind as keyof typeof DEFINITIONS] : undefined;
  return definition ? whyPastReturn(definition.steps, step) : null;
};
