import { purgeSupportAccess as purge } from '@innkeeper/db/tables/support-access';
import type { JobContext } from './job.ts';

/** Deletes expired support consents and accesses after their retention time. The audit log keeps them longer. */
export function purgeSupportAccess({ db, clock, settings }: Pick<JobContext, 'db' | 'clock' | 'settings'>): Promise<void> {
  return purge(db, new Date(clock.now().getTime() - settings.retention.supportAccessMs));
}
