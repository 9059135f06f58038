import { purgeInvitations as purge } from '@innkeeper/db/tables/invitations';
import type { JobContext } from './job.ts';

/** Deletes invitations and offers of ownership that expired long ago. The member who sent them can send them again before that. */
export function purgeInvitations({ db, clock, settings }: Pick<JobContext, 'db' | 'clock' | 'settings'>): Promise<void> {
  return purge(db, new Date(clock.now().getTime() - settings.retention.invitationsMs));
}
