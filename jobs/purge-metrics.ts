import { dayOf, purgeMetricsBefore } from '@innkeeper/db/tables/metrics';
import { days } from '@innkeeper/model/clock';
import type { JobContext } from './job.ts';

/** A year, and the month that is compared with the one a year before. */
const KEPT_MS = days(400);
/** At once, so that no lock is held for long. */
const BATCH = 2_000;

/** Deletes metrics and traffic of old days. */
export async function purgeMetrics({ db, clock }: Pick<JobContext, 'db' | 'clock'>): Promise<void> {
  const before = dayOf(new Date(clock.now().getTime() - KEPT_MS));
  while ((await purgeMetricsBefore(db, before, BATCH)) > 0);
}
