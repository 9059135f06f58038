import type { LongOperation } from '@innkeeper/contract/schemas/operation';
import type { LoadedOperation } from '@innkeeper/db/tables/operations';
import { readsWholeAccount } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { labelOf } from '@innkeeper/domain/workflows/kinds';
import { plannedSteps } from '@innkeeper/domain/workflows/planned-steps';
import { iso, isoOrNull } from './time.ts';

export function presentOperation(row: LoadedOperation, { actor, clock }: Pick<Cx, 'actor' | 'clock'>): LongOperation {
  const { resource_kind, resource_id, shown_state } = row;
  return {
    id: row.id,
    kind: labelOf(row.kind),
    state: shown_state,
    resource: resource_kind === null || resource_id === null ? null : { type: resource_kind, id: resource_id },
    percent: percentOf(row),
    created_at: iso(row.created_at),
    started_at: isoOrNull(row.begun_at),
    finished_at: isoOrNull(row.finished_at),
    estimated_end: isoOrNull(estimatedEnd(row, clock.now())),
    reason: row.reason,
    steps: row.steps.map((step) => ({
      name: step.step,
      undo: step.direction === 'back',
      attempts: step.attempts,
      started_at: iso(step.started_at),
      finished_at: isoOrNull(step.finished_at),
    })),
    planned: plannedSteps(row.kind).map((name) => ({ name, usual_ms: row.usualStepMs.get(name) ?? null })),
    requested_by: readsWholeAccount(actor) ? row.requested_by : null,
  };
}

/** Returns the progress in percent, which is 100 for a finished operation. */
export function percentOf(row: Pick<LoadedOperation, 'shown_state' | 'percent'>): number | null {
  return row.shown_state === 'done' ? 100 : row.percent;
}

/** Returns the estimated end, or `null` if that is already past. */
function estimatedEnd({ shown_state, begun_at, usualMs }: LoadedOperation, now: Date): Date | null {
  if (shown_state !== 'running' || begun_at === null || usualMs === null) return null;
  const end = new Date(begun_at.getTime() + usualMs);
  return end > now ? end : null;
}
