/** Records the outcomes of job runs, for `job_runs_total` and `job_last_success_timestamp_seconds`. */

import { NO_TELEMETRY, type Telemetry } from '@innkeeper/model/installation/telemetry';
import type { Clock } from '@innkeeper/model/time/clock';

export type Outcome = 'succeeded' | 'failed';
export type ObserveRun = (job: string, outcome: Outcome) => void;

export function observeRuns(telemetry: Telemetry = NO_TELEMETRY, clock: Clock): ObserveRun {
  const counts = new Map<string, Record<Outcome, () => void>>();
  const successes = new Map<string, number>();
  telemetry.gauge('job_last_success_timestamp_seconds', () =>
    [...successes].map(([job, ms]) => ({ labels: { job }, value: ms / 1000 })),
  );
  return (job, outcome) => {
    const count = counts.get(job) ?? {
      succeeded: telemetry.counter('job_runs_total', { job, outcome: 'succeeded' }),
      failed: telemetry.counter('job_runs_total', { job, outcome: 'failed' }),
    };
    counts.set(job, count);
    count[outcome]();
    if (outcome === 'succeeded') successes.set(job, clock.now().getTime());
  };
}
