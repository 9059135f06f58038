import { purgeInvitations as purge } from '@innkeeper/db/tables/invitations';
import { days } from '@innkeeper/model/clock';
import type { JobContext } from './job.ts';

/** So long who invited sees what was not accepted, and can send it again. */
const KEPT_MS = days(30);

/** Deletes invitations and offers of ownership that expired long ago. */
export function purgeInvitations({ db, clock }: Pick<JobContext, 'db' | 'clock'>): Promise<void> {
  return purge(db, new Date(clock.now().getTime() - KEPT_MS));
}
