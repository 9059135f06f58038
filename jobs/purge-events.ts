import { purgeEventsBefore } from '@innkeeper/db/tables/events';
import type { JobContext } from './job.ts';

/** Maximum number of rows per statement, so that no lock is held for long. */
const BATCH = 5_000;

/** Deletes events after which streams can no longer be resumed. */
export async function purgeEvents({ db, clock, settings }: Pick<JobContext, 'db' | 'clock' | 'settings'>): Promise<void> {
  const before = new Date(clock.now().getTime() - settings.retention.eventsMs);
  while ((await purgeEventsBefore(db, before, BATCH)) === BATCH);
}
