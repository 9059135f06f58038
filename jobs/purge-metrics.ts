import { dayOf, purgeMetricsBefore } from '@innkeeper/db/tables/metrics';
import type { JobContext } from './job.ts';

/** Maximum number of rows per statement and table, so that no lock is held for long. */
const BATCH = 2_000;

/** Deletes metrics and traffic older than the retention time. */
export async function purgeMetrics({ db, clock, settings }: Pick<JobContext, 'db' | 'clock' | 'settings'>): Promise<void> {
  const before = dayOf(new Date(clock.now().getTime() - settings.retention.metricsMs));
  while ((await purgeMetricsBefore(db, before, BATCH)) > 0);
}
