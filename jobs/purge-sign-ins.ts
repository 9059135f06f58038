import { purgeEmailChanges } from '@innkeeper/db/tables/email-changes';
import { purgeSignIns as purge, purgePlaces } from '@innkeeper/db/tables/sessions';
import { purgeSignUps } from '@innkeeper/db/tables/sign-up';
import type { JobContext } from './job.ts';

/** Deletes sessions that have ended, what was never completed, links for new passwords, accounts and addresses, and places of long ago. */
export async function purgeSignIns({ db, clock, settings }: Pick<JobContext, 'db' | 'clock' | 'settings'>): Promise<void> {
  const now = clock.now().getTime();
  const { endedSessionsMs, signInPlacesMs } = settings.retention;
  await purge(db, new Date(now - endedSessionsMs));
  await purgeSignUps(db, { before: new Date(now - endedSessionsMs), now: new Date(now) });
  await purgeEmailChanges(db, new Date(now - endedSessionsMs));
  await purgePlaces(db, new Date(now - signInPlacesMs));
}
