/** Counts the workflows that this worker has ended, for `workflow_ended_total`. */
import { NO_TELEMETRY, type Telemetry } from '@innkeeper/model/installation/telemetry';

/** Counts the end of one workflow. The outcome is `undone` if it was rolled back. */
export type CountEnd = (kind: string, outcome: 'done' | 'undone') => void;

/** Starts both counters of each kind at 0, so that a rate includes the first end. */
export function openEndCounts(kinds: Iterable<string>, telemetry: Telemetry = NO_TELEMETRY): CountEnd {
  const counts = new Map(
    [...kinds].map((kind) => [
      kind,
      {
        done: telemetry.counter('workflow_ended_total', { kind, outcome: 'done' }),
        undone: telemetry.counter('workflow_ended_total', { kind, outcome: 'undone' }),
      },
    ]),
  );
  return (kind, outcome) => counts.get(kind)?.[outcome]();
}
