import { purgeDeliveriesBefore, purgeDeliveriesBeyond } from '@innkeeper/db/tables/event-deliveries';
import { KEPT_MS, KEPT_PER_ACCOUNT } from '@innkeeper/model/webhooks/schedule';
import type { JobContext } from '../job.ts';

/** At once, so that no lock is held for long. */
const BATCH = 2_000;

/** Deletes what ended longer ago than promised, and of an account what is more than it may have. */
export async function purgeDeliveries({ db, clock }: Pick<JobContext, 'db' | 'clock'>, most = KEPT_PER_ACCOUNT): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_MS);
  while ((await purgeDeliveriesBefore(db, before, BATCH)) === BATCH);
  while ((await purgeDeliveriesBeyond(db, most, BATCH)) === BATCH);
}
