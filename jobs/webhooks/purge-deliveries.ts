import { purgeDeliveriesBefore, purgeDeliveriesBeyond } from '@innkeeper/db/tables/event-deliveries';
import type { JobContext } from '../job.ts';

/** Maximum number of rows per statement, so that no lock is held for long. */
const BATCH = 2_000;

/** Deletes deliveries that ended long ago, and those beyond the limit of each account. */
export async function purgeDeliveries({ db, clock, settings }: Pick<JobContext, 'db' | 'clock' | 'settings'>): Promise<void> {
  const { webhookDeliveriesMs, webhookDeliveriesPerAccount: max } = settings.retention;
  const before = new Date(clock.now().getTime() - webhookDeliveriesMs);
  while ((await purgeDeliveriesBefore(db, before, BATCH)) === BATCH);
  while ((await purgeDeliveriesBeyond(db, max, BATCH)) === BATCH);
}
