import { purgeEventsBefore } from '@innkeeper/db/tables/events';
import { days } from '@innkeeper/model/clock';
import type { JobContext } from './job.ts';

/** Promised to developers: so long after an event a stream can be taken up again where it broke off. */
const KEPT_MS = days(7);
/** At once, so that no lock is held for long. */
const BATCH = 5_000;

/** Deletes events that are older than promised. */
export async function purgeEvents({ db, clock }: Pick<JobContext, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_MS);
  while ((await purgeEventsBefore(db, before, BATCH)) === BATCH);
}
