import { purgeSupportAccess as purge } from '@innkeeper/db/tables/support-access';
import { days } from '@innkeeper/model/clock';
import type { JobContext } from './job.ts';

/** So long an account sees what it consented to; the audit log has it for longer. */
const KEPT_MS = days(90);

/** Deletes consents to support, and accesses by them, that expired long ago. */
export function purgeSupportAccess({ db, clock }: Pick<JobContext, 'db' | 'clock'>): Promise<void> {
  return purge(db, new Date(clock.now().getTime() - KEPT_MS));
}
